import { assignmentStatuses, endedStatuses } from '../../../domain/assignment';
import type { AssignmentStatus } from '../../../domain/assignment';
import type { CleanupState } from '../../../models/assignments/Assignment';
import { assignmentForStart, startNextGeneration, suspects } from '../../../models/assignments/store/assignmentRuns';
import { nextStep } from '../../../domain/assignment/nextStep';
import { record } from '../../../models/assignments/store/record';
import { limits } from '../../support/limits';
import { byCounts, draw } from '../../support/counts';
import { useDatabase } from '../../support/servers/database';
import { buildAssignments } from '../../support/runs/assignments';
import { sayNext } from '../../support/build/sayNext';
import { use } from '../../support/use';

/**
 * Every combination of the facts in an assignment's rows, whether or not an assignment can come there today: each has
 * ended and owes nothing, or is moved next by the relay or the reconciler.
 */
const cleanups: readonly CleanupState[] = ['none', 'due', 'done', 'failed'];
const times = {
  'without a time': '{}',
  'due an hour ago': `jsonb_build_object('scheduled_at', now() - interval '1 hour')`,
  'due in an hour': `jsonb_build_object('scheduled_at', now() + interval '1 hour', 'prepare_ahead_seconds', 600)`,
} as const;
const phases = {
  'at its beginning': '{}',
  prepared: `jsonb_build_object('prepared_at', now() - interval '10 minutes')`,
  'tried again since a while': `jsonb_build_object('prepare_again_at', now() - interval '10 minutes')`,
  'tried again later': `jsonb_build_object('prepare_again_at', now() + interval '10 minutes')`,
  'without its media': `jsonb_build_object('is_media_due', true)`,
  'owing extras': `jsonb_build_object('owes_extras', true)`,
} as const;
const attempts = {
  'no call': null,
  'a call that staged': `('stage', NULL, NULL, NULL)`,
  'an open call': `('publish', NULL, NULL, NULL)`,
  'an accepted call': `('publish', now() - interval '1 hour', NULL, NULL)`,
  'a call that published': `('publish', NULL, 'happened', '{"platformPostId":"1","platformUrl":"https://example.com/1"}')`,
} as const;
const past = `now() - interval '2 minutes'`;
const orders = {
  'no order': [],
  'a start that waits': [`('start', 2, NULL, '', NULL)`],
  'a start that waits for a place': [`('start', 2, NULL, 'publish', NULL)`],
  'a start that was sent': [`('start', 2, ${past}, '', 'sent')`],
  'a start that was void': [`('start', 2, ${past}, '', 'dropped')`],
  'a start of the generation before': [`('start', 1, ${past}, '', 'sent')`],
  'a start of the generation before that waits': [`('start', 1, NULL, '', NULL)`],
  'an end of the generation before that waits': [
    `('start', 1, ${past}, '', 'sent')`,
    `('terminate', 1, NULL, '', NULL)`,
  ],
  'an order to cancel that waits': [`('start', 2, ${past}, '', 'sent')`, `('cancel', 2, NULL, '', NULL)`],
} as const;

interface Combination {
  status: AssignmentStatus;
  cleanup: CleanupState;
  time: keyof typeof times;
  phase: keyof typeof phases;
  attempt: keyof typeof attempts;
  order: keyof typeof orders;
}

const keysOf = <T extends object>(of: T) => Object.keys(of) as (keyof T)[];
const every: Combination[] = assignmentStatuses.flatMap((status) =>
  cleanups.flatMap((cleanup) =>
    keysOf(times).flatMap((time) =>
      keysOf(phases).flatMap((phase) =>
        keysOf(attempts).flatMap((attempt) =>
          keysOf(orders).map((order) => ({ status, cleanup, time, phase, attempt, order })),
        ),
      ),
    ),
  ),
);

/** The rows of one statement. */
const atOnce = 1000;

const database = useDatabase();
const assignments = use(async () => buildAssignments(database));

/** Writes a row for each combination, of generation 2, without a write for two minutes. @returns the ids, in order */
async function write(combinations: readonly Combination[], from: number): Promise<string[]> {
  const { assignmentId } = await assignments.pending();
  const [{ columns } = { columns: '' }] = await database.query<{ columns: string }>(
    `SELECT string_agg(column_name, ', ') AS columns FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = 'assignments' AND is_generated = 'NEVER'`,
  );
  const ids = combinations.map((_one, index) => `00000000-0000-7000-8000-${String(from + index).padStart(12, '0')}`);
  const values = combinations.map(({ status, cleanup, time, phase }, index) => {
    const own = `jsonb_build_object('id', '${ids[index]}', 'generation', 2, 'status', '${status}', 'cleanup', '${cleanup}', 'updated_at', ${past})`;
    return `(${own} || ${times[time]}::jsonb || ${phases[phase]}::jsonb)`.replaceAll(`{}::jsonb`, `'{}'::jsonb`);
  });
  await database.query(
    `INSERT INTO assignments (${columns}) SELECT ${columns} FROM (
       SELECT (jsonb_populate_record(a, own)).* FROM assignments a CROSS JOIN (VALUES ${values.join(', ')}) v (own)
       WHERE a.id = $1) made`,
    [assignmentId],
  );
  await database.query(
    `INSERT INTO assignment_events (assignment_id, generation, status, errors, at)
     SELECT id, 2, 'pending', '[]', updated_at FROM assignments WHERE id BETWEEN $1 AND $2`,
    [ids[0], ids.at(-1)],
  );
  const calls = combinations.flatMap(({ attempt }, index) =>
    attempts[attempt] === null ? [] : [`('${ids[index]}'::uuid, ${attempts[attempt].slice(1)}`],
  );
  await database.query(
    `INSERT INTO publish_attempts (assignment_id, generation, payload, lease_until, step, accepted_at, outcome, result)
     SELECT id, 1, '{}', ${past}, step, accepted_at::timestamptz, outcome, result::jsonb
     FROM (VALUES ${calls.join(', ')}) v (id, step, accepted_at, outcome, result)`,
  );
  const entries = combinations.flatMap(({ order }, index) =>
    orders[order].map((entry) => `('${ids[index]}'::uuid, ${entry.slice(1)}`),
  );
  await database.query(
    `INSERT INTO outbox (subject_id, workspace_id, workflow, kind, generation, dispatched_at, line, outcome, created_at)
     SELECT id, $1::uuid, 'publishAssignment', kind, generation, dispatched_at::timestamptz, line, outcome, ${past}
     FROM (VALUES ${entries.join(', ')}) v (id, kind, generation, dispatched_at, line, outcome)`,
    [assignments.workspaceId],
  );
  await database.query('DELETE FROM assignments WHERE id = $1', [assignmentId]);
  await sayNext(...ids);
  return ids;
}

const isOver = ({ status, cleanup, phase }: Combination): boolean =>
  endedStatuses.includes(status) && cleanup !== 'due' && !(status === 'published' && phase === 'owing extras');
const isWithRelay = ({ order }: Combination): boolean =>
  order === 'a start that waits' || order === 'a start that waits for a place';
const wordsOf = (one: Combination): string => Object.values(one).join(', ');

it('every combination of status, clean-up, time, phase, call and order has exactly one who moves it next', async () => {
  const ids: string[] = [];
  // No statement is so long that a slow machine would run out of the time for a statement.
  for (let from = 0; from < every.length; from += atOnce)
    ids.push(...(await write(every.slice(from, from + atOnce), from)));
  const suspected = new Set<string>();
  for (let after: string | null = null, found: string[] = []; ; after = found.at(-1) ?? null) {
    found = (await suspects('all', after, atOnce)).map(({ id }) => id);
    for (const id of found) suspected.add(id);
    if (found.length < atOnce) break;
  }
  const wrong = every.filter((one, index) => suspected.has(ids[index]!) !== (!isOver(one) && !isWithRelay(one)));
  expect(wrong.slice(0, 20).map(wordsOf)).toEqual([]);
  expect(every.length).toBeGreaterThan(15_000);

  // Its mover finds work: a run that the relay starts, or the generation that the reconciler starts.
  const drawn = draw([...every.keys()], byCounts({ few: 120, sample: 2000, full: every.length }));
  const idle: string[] = [];
  for (const index of drawn.filter((each) => !isOver(every[each]!))) {
    const [id, one] = [ids[index]!, every[index]!];
    const isStarted = isWithRelay(one) || (await startNextGeneration(id, 2, one.status)).length > 0;
    const start = await assignmentForStart(id);
    const begun = await record(id, limits, () => ({ is: 'began', generation: start!.generation }));
    const step = nextStep(begun!.assignment, begun!.now);
    if (!isStarted || step.do === 'end') idle.push(`${wordsOf(one)}: ${step.do}`);
  }
  expect(idle).toEqual([]);
}, 1_800_000);
