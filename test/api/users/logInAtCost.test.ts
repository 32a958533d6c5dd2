import type * as Argon2 from '@node-rs/argon2';
import { createPasswords } from '../../../lib/passwords';
import { stranger } from '../../support/actors';
import { startApp } from '../../support/callers/app';
import { buildUser } from '../../support/callers/people';
import { use } from '../../support/use';

/** The library itself, so that its calls can be counted where the service makes them. */
const argon2 = jest.requireActual<typeof Argon2>('@node-rs/argon2');
const app = use(async () => startApp({}, { passwords: createPasswords() }));
const ada = use(async () => buildUser(app, { email: 'ada@example.com' }));
const logIn = async (email: string) =>
  stranger(app)('POST', '/api/v1/auth/login', { body: { email, password: 'wrong horse' } });

describe('logIn at the real cost of a password', () => {
  it('verifies once for an unknown email and once for a wrong password, each against a hash of 19 MiB and two passes', async () => {
    const verified = jest.spyOn(argon2, 'verify');
    const hashed = jest.spyOn(argon2, 'hash');
    const costs: unknown[] = [];
    for (const email of [ada.email, 'nobody@example.com']) {
      verified.mockClear();
      expect((await logIn(email)).status).toBe(400);
      expect(verified).toHaveBeenCalledTimes(1);
      costs.push(String(verified.mock.calls[0]![0]).split('$').slice(1, 4));
    }
    expect(costs).toEqual([
      ['argon2id', 'v=19', 'm=19456,t=2,p=1'],
      ['argon2id', 'v=19', 'm=19456,t=2,p=1'],
    ]);
    expect(hashed).not.toHaveBeenCalled();
  });
});
