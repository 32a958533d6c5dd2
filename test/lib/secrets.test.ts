import { createCipheriv, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { createSecrets, keyIdOf, parseSecretsKeys, SecretsError } from '../../lib/secrets';

const key = (): string => randomBytes(32).toString('base64');
const [oldKey, newKey] = [key(), key()];
const secrets = createSecrets(parseSecretsKeys(`k1:${oldKey}`));
const rotated = createSecrets(parseSecretsKeys(`k2:${newKey}, k1:${oldKey}`));
const context = 'connections/0191b2c4/access_token';

describe('encrypt and decrypt', () => {
  it('refuse each part when its last character is spelled in another way that means the same bytes', () => {
    const sealed = secrets.encrypt('token', context);
    const last = sealed.slice(-1);
    for (const other of 'AQgwBRhxCSiyDTjz'.replace(last, '')) {
      expect(() => secrets.decrypt(sealed.slice(0, -1) + other, context)).toThrow(SecretsError);
    }
  });

  it('refuse parts of two values put together', () => {
    const one = secrets.encrypt('token one', context).split('.');
    const two = secrets.encrypt('token two', context).split('.');
    for (const index of [2, 3, 4]) {
      const mixed = one.map((part, at) => (at === index ? two[at] : part)).join('.');
      expect(() => secrets.decrypt(mixed, context)).toThrow(SecretsError);
    }
  });

  it('never seal the same text in the same way twice', () => {
    const sealed = Array.from({ length: 1_000 }, () => secrets.encrypt('token', context).split('.')[2]);
    expect(new Set(sealed).size).toBe(1_000);
  });

  it('follow the written form: AES-256-GCM, the context as additional data', () => {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(oldKey, 'base64'), nonce).setAAD(Buffer.from(context));
    const ciphertext = Buffer.concat([cipher.update('a token'), cipher.final()]);
    const parts = [nonce, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'));
    expect(secrets.decrypt(`v1.k1.${parts.join('.')}`, context)).toBe('a token');
  });

  it.each([
    '',
    'v1',
    'v1.k1...',
    'plain token',
    `v2.k1.${'A'.repeat(16)}.AA.${'A'.repeat(22)}`,
    `v1.k1.${'A'.repeat(16)}.AA.${'A'.repeat(20)}`,
  ])('refuse %j, which is no sealed value', (sealed) => {
    expect(() => secrets.decrypt(sealed, context)).toThrow(SecretsError);
    expect(() => keyIdOf(sealed)).toThrow(SecretsError);
  });
});

describe('rotation', () => {
  it('seals with the first key and opens with all of them', () => {
    const before = secrets.encrypt('token', context);
    const after = rotated.encrypt('token', context);
    expect([keyIdOf(before), keyIdOf(after)]).toEqual(['k1', 'k2']);
    expect([rotated.decrypt(before, context), rotated.decrypt(after, context)]).toEqual(['token', 'token']);
  });

  it('refuses a value of a key that is not in the keyring, and of another key with the same id', () => {
    const sealed = rotated.encrypt('token', context);
    expect(() => secrets.decrypt(sealed, context)).toThrow(/not in the keyring/);
    expect(() => createSecrets(parseSecretsKeys(`k2:${key()}`)).decrypt(sealed, context)).toThrow(SecretsError);
  });

  it('refuses a value that names another key of the keyring than its own', () => {
    const sealed = rotated.encrypt('token', context);
    expect(() => rotated.decrypt(sealed.replace('.k2.', '.k1.'), context)).toThrow(SecretsError);
  });

  it('cannot be done with no key', () => expect(() => createSecrets(new Map())).toThrow(SecretsError));
});

describe('parseSecretsKeys', () => {
  it.each([
    '',
    ',',
    'k1',
    oldKey,
    `k1:${oldKey},`,
    `:${oldKey}`,
    `k 1:${oldKey}`,
    `k.1:${oldKey}`,
    `k1:${oldKey},k1:${newKey}`,
    `k1;${oldKey}`,
    `k1:${randomBytes(31).toString('base64')}`,
    `k1:${randomBytes(33).toString('base64')}`,
    `k1:${randomBytes(32).toString('hex')}`,
    `k1:${oldKey.slice(0, -1)}`,
    `k1:${'A'.repeat(42)}B=`,
    `${'k'.repeat(33)}:${oldKey}`,
  ])('refuses a malformed list in one line that shows no key', (given) => {
    expect(() => parseSecretsKeys(given)).toThrow(/^entry \d must be <keyId>:<base64 of 32 random bytes>, [^\n]+$/);
    expect(() => parseSecretsKeys(given)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(oldKey.slice(0, 20)) }),
    );
  });
});

describe('the printed form of secrets', () => {
  it('holds neither the text nor a key, whatever fails and however it is printed', () => {
    const sealed = rotated.encrypt('canary', context);
    const failures = [`${sealed}A`, sealed.replace('k2', 'k9'), `${sealed.slice(0, -4)}AAAA`].map((changed) => {
      try {
        return rotated.decrypt(changed, context);
      } catch (error) {
        return inspect(error, { depth: 9, showHidden: true });
      }
    });
    const shown = [
      ...failures,
      inspect(parseSecretsKeys(`k2:${newKey}`), { depth: 9, showHidden: true }),
      inspect(rotated, { depth: 9 }),
    ].join();
    for (const secret of ['canary', newKey, Buffer.from(newKey, 'base64').toString('hex')])
      expect(shown).not.toContain(secret);
  });
});

describe('a signature', () => {
  const signature = secrets.sign('a text', 'picture');

  it('is known again, also after its key was replaced', () => {
    expect([secrets, rotated].map((one) => one.isSigned('a text', 'picture', signature))).toEqual([true, true]);
    expect(rotated.sign('a text', 'picture')).toMatch(/^k2\./);
  });

  it.each([
    ['another text', 'another text', 'picture', signature],
    ['another use', 'a text', 'mail', signature],
    ['another key', 'a text', 'picture', signature.replace(/^k1/, 'k9')],
    ['no signature', 'a text', 'picture', ''],
    ['a shorter signature', 'a text', 'picture', signature.slice(0, -4)],
  ])('is not taken for %s', (_what, text, use, given) => {
    expect(secrets.isSigned(text, use, given)).toBe(false);
  });
});
