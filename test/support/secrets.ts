import { createSecrets, parseSecretsKeys } from '../../lib/secrets';

/** The keyring of the tests. */
export const testSecrets = createSecrets(parseSecretsKeys(`test:${Buffer.alloc(32, 7).toString('base64')}`));
