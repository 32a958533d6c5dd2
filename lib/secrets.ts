import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/** Encryption keys by their ids, newest first: the first encrypts, all decrypt. */
export type SecretsKeyring = ReadonlyMap<string, KeyObject>;

export interface Secrets {
  /**
   * Seals a text for one place (such as `connections/<id>/access_token`); it opens nowhere else.
   * @returns `v1.<keyId>.<nonce>.<ciphertext>.<tag>`, the last three in base64url; different at each call
   */
  readonly encrypt: (plain: string, context: string) => string;
  /** @throws SecretsError when it was sealed for another place, by an unknown key, or is not as it was sealed */
  readonly decrypt: (sealed: string, context: string) => string;
  /** Signs a readable text for one use, such as `picture`. @returns `<keyId>.<HMAC-SHA256 in base64url>`, the same at each call */
  readonly sign: (text: string, use: string) => string;
  /** Tells whether a text was signed here for this use, by any key of the keyring. */
  readonly isSigned: (text: string, use: string, signature: string) => boolean;
}

/** A sealed text cannot be opened. The message holds neither the text nor a key. */
export class SecretsError extends Error {
  override readonly name = 'SecretsError';
}

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const sealedPattern = /^v1\.([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]*)\.([A-Za-z0-9_-]{22})$/;
const keyPattern = /^([A-Za-z0-9_-]{1,32}):([A-Za-z0-9+/]{43}=)$/;

/**
 * AES-256-GCM (NIST SP 800-38D) with a random 96-bit nonce and the context as additional authenticated data. Good for
 * 2^32 texts a key; rotate by putting a new key first and sealing again each value that is old by `keyIdOf`.
 */
export function createSecrets(keyring: SecretsKeyring): Secrets {
  const [newest] = keyring;
  if (newest === undefined) throw new SecretsError('There is no key to encrypt with.');
  const [newestId, newestKey] = newest;
  const signingKeys = new Map<string, Buffer>();
  /** HMAC (RFC 2104) by a key of its own for each use, which HKDF derives (RFC 5869): no use knows the key that encrypts. */
  const macOf = (keyId: string, key: KeyObject, text: string, use: string): Buffer => {
    const name = `${keyId}/${use}`;
    let signingKey = signingKeys.get(name);
    if (!signingKey) {
      signingKey = Buffer.from(hkdfSync('sha256', key, '', `sign/${use}`, 32));
      signingKeys.set(name, signingKey);
    }
    return createHmac('sha256', signingKey).update(text).digest();
  };
  return {
    encrypt: (plain, context) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, newestKey, nonce, { authTagLength: tagBytes });
      cipher.setAAD(Buffer.from(context));
      const ciphertext = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      const parts = [nonce, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'));
      return ['v1', newestId, ...parts].join('.');
    },
    decrypt: (sealed, context) => {
      const { keyId, nonce, ciphertext, tag } = parseSealed(sealed);
      const key = keyring.get(keyId);
      if (!key) throw new SecretsError('The value was sealed with a key that is not in the keyring.');
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
      try {
        return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8');
      } catch {
        throw new SecretsError('The value was changed, or sealed for another place.');
      }
    },
    sign: (text, use) => `${newestId}.${macOf(newestId, newestKey, text, use).toString('base64url')}`,
    isSigned: (text, use, signature) => {
      const [keyId = '', mac = ''] = signature.split('.');
      const key = keyring.get(keyId);
      const given = decode(mac, 'base64url');
      const expected = key && macOf(keyId, key, text, use);
      return expected !== undefined && given?.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

/**
 * The id of the key that sealed a value.
 * @throws SecretsError when it is not a sealed value
 */
export function keyIdOf(sealed: string): string {
  return parseSealed(sealed).keyId;
}

/**
 * Reads `SECRETS_KEY`: comma-separated `<keyId>:<base64 of 32 bytes>`, newest first.
 * @throws Error of one line that names the form of the setting, without the given text
 */
export function parseSecretsKeys(text: string): SecretsKeyring {
  const keyring = new Map<string, KeyObject>();
  for (const [index, entry] of text.split(',').entries()) {
    const [, id = '', base64 = ''] = keyPattern.exec(entry.trim()) ?? [];
    const bytes = decode(base64, 'base64');
    if (bytes?.length !== 32 || keyring.has(id)) throw new Error(malformedKeys(index + 1));
    keyring.set(id, createSecretKey(bytes));
  }
  return keyring;
}

function malformedKeys(position: number): string {
  return (
    `entry ${position} must be <keyId>:<base64 of 32 random bytes>, with an id of its own of letters, digits, _ and - ` +
    '(make one: echo "k1:$(openssl rand -base64 32)"); entries are separated by commas, newest first'
  );
}

interface Sealed {
  readonly keyId: string;
  readonly nonce: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

function parseSealed(sealed: string): Sealed {
  const [, keyId = '', ...parts] = sealedPattern.exec(sealed) ?? [];
  const [nonce, ciphertext, tag] = parts.map((part) => decode(part, 'base64url'));
  if (nonce && ciphertext && tag) return { keyId, nonce, ciphertext, tag };
  throw new SecretsError('The value is not one that was sealed here.');
}

/** Accepts one spelling only: base64 whose spare bits are not zero would let a changed text decode to the same bytes. */
function decode(text: string, encoding: 'base64' | 'base64url'): Buffer | undefined {
  const bytes = Buffer.from(text, encoding);
  return bytes.toString(encoding) === text ? bytes : undefined;
}
