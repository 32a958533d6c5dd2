import type * as Argon2 from '@node-rs/argon2';
import { LimitReached } from '../../lib/KeyedLimiter';
import { createPasswords } from '../../lib/passwords';

/** The hashes against which argon2 has checked a password, in their order. */
const checked: string[] = [];
jest.mock('@node-rs/argon2', () => {
  const argon2 = jest.requireActual<typeof Argon2>('@node-rs/argon2');
  const verify: typeof Argon2.verify = async (stored, password) => {
    checked.push(String(stored));
    return argon2.verify(stored, password);
  };
  return { ...argon2, verify };
});

beforeEach(() => {
  checked.length = 0;
});

it('hashes by argon2id with 19 MiB, two passes and one lane, and with another salt each time', async () => {
  const { hash, verify } = createPasswords();
  const [first, second] = [await hash('correct horse'), await hash('correct horse')];

  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(second).not.toBe(first);
  expect([await verify(first, 'correct horse'), await verify(first, 'wrong horse')]).toEqual([true, false]);
});

it('does the same work for an account that there is not as for a wrong password', async () => {
  const { hash, verify } = createPasswords();
  const stored = await hash('correct horse');
  expect([await verify(stored, 'wrong horse'), await verify(null, 'wrong horse')]).toEqual([false, false]);

  // The cost of argon2id stands in the hash: the parameters and the lengths of the salt and of the digest.
  const [known, unknown] = checked.map((phc) => phc.split('$').map((part, at) => (at < 4 ? part : part.length)));
  expect(known).toEqual(['', 'argon2id', 'v=19', 'm=19456,t=2,p=1', 22, 43]);
  expect(unknown).toEqual(known);
});

it('leaves three places to log-ins, however many register', async () => {
  const { hashOfNewcomer, verify } = createPasswords({ memoryKiB: 8, passes: 1 });
  const newcomers = Promise.allSettled(Array.from({ length: 100 }, async () => hashOfNewcomer('correct horse')));
  const others = Promise.allSettled(Array.from({ length: 60 }, async () => verify(null, 'correct horse')));

  expect((await others).map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 'fulfilled'));
  const refused = (await newcomers).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(67);
  expect(refused[0]).toBeInstanceOf(LimitReached);
});

it('hashes 4 at a time, lets 64 wait and refuses the next', async () => {
  const { hash } = createPasswords({ memoryKiB: 8, passes: 1 });
  const outcomes = await Promise.allSettled(Array.from({ length: 70 }, async () => hash('correct horse')));

  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(2);
  expect(refused[0]).toBeInstanceOf(LimitReached);
  expect(await hash('correct horse')).toMatch(/^\$argon2id\$/);
});
