import { pino } from 'pino';
import { createFailureLimit } from '../../../api/users/failureLimit';
import type { FailureLimit } from '../../../api/users/failureLimit';
import { ApiError } from '../../../api/http/errors';
import { useDatabase } from '../../support/servers/database';
import { until } from '../../support/until';

const database = useDatabase();
const silent = pino({ level: 'silent' });
const guesser = { purpose: 'login', account: 'ada@example.com', address: '192.0.2.1', requestId: 'a' } as const;

beforeEach(async () => database.query('DELETE FROM failure_counts'));

const triesOf = async (limit: FailureLimit['limit'], accounts: number, attempt: () => Promise<string | null>) =>
  Promise.allSettled(
    Array.from({ length: accounts }, async (_none, index) =>
      limit({ ...guesser, account: `user${index}@example.com` }, attempt),
    ),
  );
const codesOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'made' : (outcome.reason as ApiError).code));

it('takes no try that has not ended for a failure: 110 people behind one address log in at once', async () => {
  const started = new Set<object>();
  const outcomes = await triesOf(createFailureLimit(silent).limit, 110, async () => {
    started.add({});
    // The first hundred tries end together, when no other try can come in: 110 statements, on a busy machine.
    await until(async () => started.size >= 100, { limitMs: 40_000 });
    return 'right';
  });

  expect(new Set(codesOf(outcomes))).toEqual(new Set(['made']));
  expect(await database.query('SELECT DISTINCT failures, in_flight FROM failure_counts')).toEqual([
    { failures: 0, in_flight: 0 },
  ]);
});

it('says that it is busy, and not that there were failures, while the tries of a network do not end', async () => {
  const gate = createPromise();
  const { limit } = createFailureLimit(silent);
  const first = triesOf(limit, 100, async () => gate.promise.then(() => 'right'));
  await until(async () => (await inFlight()) === 100);
  const late = await limit({ ...guesser, account: 'late@example.com' }, async () => 'right').catch((error) => error);
  gate.resolve();

  expect(late).toMatchObject({ code: 'UNAVAILABLE', headers: { 'Retry-After': '1' } });
  expect(new Set(codesOf(await first))).toEqual(new Set(['made']));
});

it('lets 64 tries at an account wait for their turn, and says to the next that it is busy', async () => {
  const gate = createPromise();
  const { limit } = createFailureLimit(silent);
  const tries = Array.from({ length: 70 }, async () => limit(guesser, async () => gate.promise.then(() => 'right')));
  const outcomes = Promise.allSettled(tries);
  gate.resolve();

  const codes = codesOf(await outcomes);
  expect(codes.filter((code) => code === 'made')).toHaveLength(65);
  expect(codes.filter((code) => code === 'UNAVAILABLE')).toHaveLength(5);
  expect(await limit(guesser, async () => 'right')).toBe('right');
});

it('answers a right password even if its try cannot be taken out of the count', async () => {
  const { limit } = createFailureLimit(silent);
  const made = limit(guesser, async () => {
    await database.query('ALTER TABLE failure_counts RENAME TO away');
    return 'right';
  });
  await expect(made).resolves.toBe('right');
  await database.query('ALTER TABLE away RENAME TO failure_counts');
});

it('lets no more than 10 guesses at an account through two processes that are asked at the same moment', async () => {
  // Each limit has its own turns, as in each process; the database is common to both.
  const processes = [createFailureLimit(silent), createFailureLimit(silent)];
  let tried = 0;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, async (_none, index) =>
      processes[index % 2]!.limit(guesser, async () => {
        tried += 1;
        return null;
      }),
    ),
  );

  expect(tried).toBe(10);
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(refused).toHaveLength(30);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'RATE_LIMITED' });
  expect(refused.every((reason) => reason instanceof ApiError)).toBe(true);
});

/** A promise that the test fulfils. */
function createPromise() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((fulfil) => (resolve = fulfil));
  return { promise, resolve: () => resolve() };
}

async function inFlight(): Promise<number> {
  const [row] = await database.query<{ most: number }>('SELECT max(in_flight) AS most FROM failure_counts');
  return row!.most;
}
