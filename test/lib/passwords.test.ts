import { PasswordsBusy, createPasswords } from '../../lib/passwords';

it('hashes by argon2id with 19 MiB, two passes and one lane, and with another salt each time', async () => {
  const { hash, verify } = createPasswords();
  const [first, second] = [await hash('correct horse'), await hash('correct horse')];

  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(second).not.toBe(first);
  expect([await verify(first, 'correct horse'), await verify(first, 'wrong horse')]).toEqual([true, false]);
});

it('takes as long for an account that there is not as for a wrong password, at real cost', async () => {
  const { hash, verify } = createPasswords();
  const stored = await hash('correct horse');
  const timed = async (of: string | null) => {
    const startedAtMs = performance.now();
    expect(await verify(of, 'wrong horse')).toBe(false);
    return performance.now() - startedAtMs;
  };
  const [known, unknown]: [number[], number[]] = [[], []];
  for (let round = 0; round < 15; round += 1) {
    known.push(await timed(stored));
    unknown.push(await timed(null));
  }
  // The fastest of each: other work on the machine only adds to the rest.
  const ratio = Math.min(...unknown) / Math.min(...known);
  expect(ratio).toBeGreaterThan(0.6);
  expect(ratio).toBeLessThan(1.67);
});

it('leaves three places to log-ins, however many register', async () => {
  const { hashOfNewcomer, verify } = createPasswords({ memoryKiB: 8, passes: 1 });
  const newcomers = Promise.allSettled(Array.from({ length: 100 }, async () => hashOfNewcomer('correct horse')));
  const others = Promise.allSettled(Array.from({ length: 60 }, async () => verify(null, 'correct horse')));

  expect((await others).map(({ status }) => status)).toEqual(Array.from({ length: 60 }, () => 'fulfilled'));
  const refused = (await newcomers).flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(67);
  expect(refused[0]).toBeInstanceOf(PasswordsBusy);
});

it('hashes 4 at a time, lets 64 wait and refuses the next', async () => {
  const { hash } = createPasswords({ memoryKiB: 8, passes: 1 });
  const outcomes = await Promise.allSettled(Array.from({ length: 70 }, async () => hash('correct horse')));

  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
  expect(refused).toHaveLength(2);
  expect(refused[0]).toBeInstanceOf(PasswordsBusy);
  expect(await hash('correct horse')).toMatch(/^\$argon2id\$/);
});
