import * as fc from 'fast-check';
import { paced } from '../../domain/pace';
import { lastLookAt, transferAt } from '../../models/spread';
import { useDatabase } from '../support/database';
import { runs, seed } from '../support/counts';

const database = useDatabase();
const scheduledAt = '2026-12-24T12:00:00.000Z';

interface Moments {
  /** Seconds from the earliest moment to the beginning of the preparation. */
  delay: number;
  /** Seconds from the last look to the scheduled time, at the true pace. */
  lookAhead: number;
}

/** The moments of assignments that are due at a whole minute. @param createdBefore seconds before the earliest moment */
async function momentsOf(ids: readonly string[], aheadSeconds: number, createdBefore = 3600): Promise<Moments[]> {
  return database.query<Moments>(
    `WITH a AS (
       SELECT id, $2::timestamptz AS scheduled_at, $3::int AS prepare_ahead_seconds,
              $2::timestamptz - make_interval(secs => $3::int + $4::int) AS created_at FROM unnest($1::uuid[]) AS id)
     SELECT extract(epoch FROM ${transferAt} - scheduled_at + make_interval(secs => prepare_ahead_seconds))::float AS delay,
            extract(epoch FROM scheduled_at - ${lastLookAt()})::float / ${paced(1)} AS "lookAhead" FROM a`,
    [ids, scheduledAt, aheadSeconds, createdBefore],
  );
}

const manyIds = fc.array(fc.uuid(), { minLength: 50, maxLength: 50 });
const fraction = (seconds: number): number => seconds - Math.floor(seconds);
const middle = (seconds: number): boolean => fraction(seconds) > 0.29 && fraction(seconds) < 0.71;

it('a preparation begins in the first quarter of its time, away from whole seconds', async () => {
  await fc.assert(
    fc.asyncProperty(manyIds, fc.integer({ min: 4, max: 86_400 }), async (ids, ahead) => {
      for (const { delay } of await momentsOf(ids, ahead)) {
        expect(delay).toBeGreaterThan(0);
        expect(delay).toBeLessThan(Math.min(ahead / 4, 300) + 1);
        expect(middle(delay)).toBe(true);
      }
    }),
    runs(20, 500),
  );
});

it.each([600, 3600, 86_400])('%d s before a whole minute it begins away from whole minutes', async (ahead) => {
  await fc.assert(
    fc.asyncProperty(manyIds, async (ids) => {
      for (const { delay } of await momentsOf(ids, ahead)) {
        expect(delay % 60).toBeGreaterThan(15);
        expect(delay % 60).toBeLessThan(56);
      }
    }),
    runs(20, 500),
  );
});

it('preparations of many posts of one minute begin one after the other', async () => {
  const ids = fc.sample(fc.noBias(fc.uuid()), { numRuns: 500, seed });
  const seconds = (await momentsOf(ids, 1200)).map(({ delay }) => Math.floor(delay));
  const inOne = (second: number): number => seconds.filter((other) => other === second).length;
  expect(Math.max(...seconds.map(inOne))).toBeLessThan(20);
});

it('one that was made when its time had begun, or two seconds before it, begins at once', async () => {
  const ids = fc.sample(fc.uuid(), 20);
  for (const before of [0, 1, -300]) for (const { delay } of await momentsOf(ids, 600, before)) expect(delay).toBe(0);
  for (const { delay } of await momentsOf(ids, 600, 3)) expect(delay).toBeGreaterThan(0);
});

it.each([0, 1, 3])('with %d s to prepare it begins at the earliest moment', async (ahead) => {
  for (const { delay } of await momentsOf(fc.sample(fc.uuid(), 20), ahead)) expect(delay).toBe(0);
});

it('a last look is in the last minute, with half of it left, away from whole seconds', async () => {
  await fc.assert(
    fc.asyncProperty(manyIds, async (ids) => {
      for (const { lookAhead } of await momentsOf(ids, 600)) {
        expect(lookAhead).toBeGreaterThan(29);
        expect(lookAhead).toBeLessThan(55);
        expect(middle(lookAhead)).toBe(true);
      }
    }),
    runs(20, 500),
  );
});

it('the moments of an assignment are always the same', async () => {
  const ids = fc.sample(fc.uuid(), 20);
  expect(await momentsOf(ids, 600)).toEqual(await momentsOf(ids, 600));
});
