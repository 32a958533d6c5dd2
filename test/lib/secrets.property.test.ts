import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { createSecrets, parseSecretsKeys, SecretsError } from '../../lib/secrets';
import { runs } from '../support/counts';

const key = (): string => randomBytes(32).toString('base64');
const secrets = createSecrets(parseSecretsKeys(`k1:${key()},k0:${key()}`));
const context = 'connections/0191b2c4/access_token';
const text = fc.string({ unit: 'binary', maxLength: 300 });

describe('encrypt and decrypt', () => {
  it('give back any text in the context it was sealed for, and in no other', () => {
    fc.assert(
      fc.property(text, text, text, (plain, place, other) => {
        const sealed = secrets.encrypt(plain, place);
        expect(sealed).toMatch(/^v1\.k1\.[\w-]{16}\.[\w-]*\.[\w-]{22}$/);
        expect(secrets.decrypt(sealed, place)).toBe(plain);
        fc.pre(place !== other);
        expect(() => secrets.decrypt(sealed, other)).toThrow(SecretsError);
      }),
      runs(200, 10_000),
    );
  });

  it('refuse a value in which any one character was changed, left out or added', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_. =+/\n';
    const change = fc.record({
      at: fc.nat(),
      removed: fc.integer({ min: 0, max: 1 }),
      added: fc.constantFrom('', ...Array.from(alphabet)),
    });
    fc.assert(
      fc.property(text, change, (plain, { at, removed, added }) => {
        const sealed = secrets.encrypt(plain, context);
        const place = at % (sealed.length + 1);
        const changed = sealed.slice(0, place) + added + sealed.slice(place + removed);
        fc.pre(changed !== sealed);
        expect(() => secrets.decrypt(changed, context)).toThrow(SecretsError);
      }),
      runs(1_000, 10_000),
    );
  });
});
