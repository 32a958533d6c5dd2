import { join } from 'node:path';
import { byCounts, draw } from '../support/counts';
import { judge } from './crashPoint';
import { connectedKinds, jobsOf } from './jobs';
import { comesToRest } from './rest';
import { jobIs } from './rows';
import type { Scenario, Verdict } from './scenarios';
import type { Stage } from './stage';
import { runWorkload } from './workload';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Far less than the hour that the clock is off, whatever else the machine has to do. */
const lateMsMax = 60_000;
const preload = JSON.stringify(join(__dirname, 'shiftedClock.cjs')); // there may be a space in it

const shifts = [
  { shiftMs: hourMs, words: 'an hour fast' },
  { shiftMs: -hourMs, words: 'an hour slow' },
];

export const wrongClocks: readonly Scenario[] = draw(shifts, byCounts({ few: 1, sample: 1, full: 2 })).map(
  ({ shiftMs, words }) => ({
    title: `a worker whose clock is ${words} publishes neither early nor late, and all that was promised is kept`,
    points: [],
    workerSettings: { NODE_OPTIONS: `--require=${preload}`, CLOCK_SHIFT_MS: String(shiftMs) },
    play: async (stage) => publishOnTime(stage, words),
  }),
);

async function publishOnTime(stage: Stage, words: string): Promise<Verdict> {
  const { create, ask } = stage;
  // Of kinds that stay private here: a publication that is refused would tell nothing of the clock.
  const job = jobsOf(stage, `${words} timed`, connectedKinds);
  const at = (inMs: number) => ({ scheduledAt: new Date(Date.now() + inMs).toISOString() });
  const later = await create(job('in 50 minutes', undefined, at(50 * minuteMs))[0]);
  const soon = await Promise.all([500, 3000, 6000].map((ms) => create(job(`in ${ms} ms`, undefined, at(ms))[0])));
  await runWorkload(stage, words);
  for (const id of soon) await jobIs(stage, id, `status = 'published'`);
  const wrongTimes = await judgeTimes(stage, soon);
  await jobIs(stage, later, `status = 'pending'`);
  await ask('DELETE', `/api/v1/assignments/${later}`);
  const rests = await comesToRest(stage);
  const ends = stage.ends().map((end) => `a process ended: ${JSON.stringify(end)}`);
  return [...wrongTimes, ...ends, ...(await judge(stage, rests))];
}

/** By the database's clock, which is right. */
async function judgeTimes({ database }: Stage, ids: string[]): Promise<Verdict> {
  const decided = await database.query<{ id: string; lateMs: number }>(
    `SELECT a.id, (extract(epoch FROM e.at - a.scheduled_at) * 1000)::float AS "lateMs"
     FROM assignments a JOIN assignment_events e ON e.assignment_id = a.id AND e.status = 'processing' WHERE a.id = ANY($1)`,
    [ids],
  );
  return [
    ...(decided.length === ids.length ? [] : [`${decided.length} of ${ids.length} were decided on`]),
    ...decided
      .filter(({ lateMs }) => lateMs < 0 || lateMs >= lateMsMax)
      .map(({ id, lateMs }) => `${id} was decided on ${lateMs} ms after its time`),
  ];
}
