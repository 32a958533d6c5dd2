import { createFailureLimit } from '../../../api/users/failureLimit';
import { ApiError } from '../../../api/http/errors';
import { useDatabase } from '../../support/database';

const database = useDatabase();
const guesser = { purpose: 'login', account: 'ada@example.com', address: '192.0.2.1' } as const;

beforeEach(async () => database.query('DELETE FROM failure_counts'));

it('lets no more than 10 guesses at an account through two processes that are asked at the same moment', async () => {
  // Each has its own turns, as each process has; the database is theirs together.
  const processes = [createFailureLimit(), createFailureLimit()];
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
