import { join } from 'node:path';
import { kinds } from '../kinds';
import { byCounts, draw } from '../support/counts';
import { judge } from './crashPoint';
import { assignmentsOf } from './work/assignments';
import { comesToRest } from './rest';
import { assignmentIs } from './rows';
import type { Scenario, Verdict } from './scenarios';
import type { Stage, StageSettings } from './stage';
import { runWorkload } from './work/workload';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Far less than the hours that a clock is off, whatever else the machine has to do. */
const lateMsMax = 60_000;

const preloading = (file: string) => ({
  NODE_OPTIONS: `--require=${JSON.stringify(join(__dirname, file))}`, // there may be a space in it
});
const shifted = (shiftMs: number) => ({ ...preloading('shiftedClock.cjs'), CLOCK_SHIFT_MS: String(shiftMs) });
/** Temporal's own clock cannot be set from outside; the timers that follow from it can be bent. */
const bent = (factor: number): StageSettings => {
  const timers = { ...preloading('bentTimers.cjs'), TIMER_FACTOR: String(factor) };
  return { api: timers, worker: timers };
};

/** Every clock that may be wrong: the database's clock alone must be right. */
const wrong: { words: string; settings: StageSettings }[] = [
  { words: 'a worker whose clock is an hour fast', settings: { worker: shifted(hourMs) } },
  { words: 'a worker whose clock is an hour slow', settings: { worker: shifted(-hourMs) } },
  { words: 'an API whose clock is three hours fast', settings: { api: shifted(3 * hourMs) } },
  { words: 'an API whose clock is three hours slow', settings: { api: shifted(-3 * hourMs) } },
  { words: 'a Temporal whose timers fire at half their time', settings: bent(0.5) },
  { words: 'a Temporal whose timers fire at twice their time', settings: bent(2) },
];

export const wrongClocks: readonly Scenario[] = draw(wrong, byCounts({ few: 1, sample: 1, full: wrong.length })).map(
  ({ words, settings }) => ({
    title: `${words} publishes nothing early or late, and all that was promised is kept`,
    points: [],
    settings,
    play: async (stage) => publishOnTime(stage, words),
  }),
);

/** Waits for the times of the assignments: some are given to Temporal as the delay of a start, some are timers of a run. */
const waitsMs = [500, 3000, 6000];

/**
 * A public post of each kind at its time, while nothing else goes wrong: a publication that is refused would tell nothing
 * of the clock. Then the day of the service.
 */
async function publishOnTime(stage: Stage, words: string): Promise<Verdict> {
  const { create, ask } = stage;
  const assignment = assignmentsOf(stage, `${words} timed`);
  const at = (inMs: number, prepareAheadSeconds?: number) => ({
    audience: 'public' as const,
    scheduledAt: new Date(Date.now() + inMs).toISOString(),
    ...(prepareAheadSeconds !== undefined && { prepareAheadSeconds }),
  });
  const later = await create(assignment('in 50 minutes', undefined, at(50 * minuteMs, 0))[0]);
  const soon = await Promise.all(
    kinds.map(async (_kind, nth) => {
      const ahead = nth % 2 === 0 ? undefined : 0;
      const name = `at its time ${String.fromCharCode(65 + nth)}`; // no name is the beginning of another
      return create(assignment(name, undefined, at(waitsMs[nth % waitsMs.length]!, ahead))[0]);
    }),
  );
  for (const id of soon) await assignmentIs(stage, id, `status = 'published'`);
  const wrongTimes = await judgeTimes(stage, soon);
  await runWorkload(stage, words);
  await assignmentIs(stage, later, `status = 'pending'`);
  await ask('DELETE', `/api/v1/assignments/${later}`);
  const rests = await comesToRest(stage);
  const ends = stage.ends().map((end) => `a process ended: ${JSON.stringify(end)}`);
  return [...wrongTimes, ...ends, ...(await judge(stage, rests))];
}

/** By the database's clock, which is right. That nothing was visible before, the invariants judge by the platform's record. */
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
