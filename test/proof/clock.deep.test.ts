import { join } from 'node:path';
import { judge } from './crashPoint';
import { jobsOf } from './jobs';
import { jobIs } from './rows';
import { testLimitMs } from './patience';
import { comesToRest } from './rest';
import { openStage } from './stage';
import type { Stage } from './stage';
import { runWorkload } from './workload';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Far less than the hour that the clock is off, whatever else the machine has to do. */
const lateMsMax = 60_000;

describe.each([
  { shiftMs: hourMs, words: 'an hour fast' },
  { shiftMs: -hourMs, words: 'an hour slow' },
])('a worker whose clock is $words', ({ shiftMs, words }) => {
  let stage: Stage;

  beforeAll(async () => {
    const preload = JSON.stringify(join(__dirname, 'shiftedClock.cjs')); // there may be a space in it
    stage = await openStage({ NODE_OPTIONS: `--require=${preload}`, CLOCK_SHIFT_MS: String(shiftMs) });
  }, 180_000);
  afterAll(async () => stage?.stop(), 60_000);

  it(
    'publishes neither early nor late, and all that was promised is kept',
    async () => {
      const { create, ask, database } = stage;
      const job = jobsOf(stage, `${words} timed`);
      const at = (inMs: number) => ({ scheduledAt: new Date(Date.now() + inMs).toISOString() });
      const later = await create(job('in 50 minutes', undefined, at(50 * minuteMs))[0]);
      const soon = await Promise.all([500, 3000, 6000].map((ms) => create(job(`in ${ms} ms`, undefined, at(ms))[0])));
      await runWorkload(stage, words);
      for (const id of soon) await jobIs(stage, id, `status = 'published'`);
      const begun = await database.query<{ lateMs: number }>(
        `SELECT (extract(epoch FROM e.at - a.scheduled_at) * 1000)::float AS "lateMs"
       FROM assignments a JOIN assignment_events e ON e.assignment_id = a.id AND e.status = 'uploading' WHERE a.id = ANY($1)`,
        [soon],
      );
      expect(begun).toHaveLength(soon.length);
      expect(Math.min(...begun.map(({ lateMs }) => lateMs))).toBeGreaterThanOrEqual(0);
      expect(Math.max(...begun.map(({ lateMs }) => lateMs))).toBeLessThan(lateMsMax);
      await jobIs(stage, later, `status = 'pending'`);
      await ask('DELETE', `/api/v1/assignments/${later}`);
      const rests = await comesToRest(stage);
      expect({ wrong: await judge(stage, rests), ends: stage.ends() }).toEqual({ wrong: [], ends: [] });
    },
    testLimitMs,
  );
});
