import { createPasswords } from '../../lib/passwords';
import { createSecrets, parseSecretsKeys } from '../../lib/secrets';
import { createSessions } from '../../lib/sessions';

export const testKeyring = parseSecretsKeys(`test:${Buffer.alloc(32, 7).toString('base64')}`);

/** The keyring of the tests. */
export const testSecrets = createSecrets(testKeyring);

export const testIssuer = 'https://api.example';
export const testSessions = createSessions(testKeyring, testIssuer);

/** The cheapest that argon2 can do; `test/lib/passwords.test.ts` has the real cost. */
export const testPasswords = createPasswords({ memoryKiB: 8, passes: 1 });
