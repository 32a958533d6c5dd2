import { Assignment } from '../../../../models/assignments/Assignment';
import type { StuckCause } from '../../../../models/assignments/reads/stuckAssignments';
import { stuckAssignments } from '../../../../models/assignments/reads/stuckAssignments';
import { plainFailure } from '../../../../domain/failures/failures';
import { buildAssignment } from '../../../support/build/assignment';
import { buildConnection } from '../../../support/build/connection';
import { buildWorkspace } from '../../../support/build/workspace';
import { useDatabase } from '../../../support/servers/database';
import { use } from '../../../support/use';

const database = useDatabase();
const channel = use(async () => {
  const workspace = await buildWorkspace();
  return { ...workspace, ...(await buildConnection(workspace)) };
});
const soon = () => new Date(Date.now() + 3_600_000);
const error = plainFailure('PLATFORM_UNAVAILABLE');
const failedTry = (of: 'upload' | 'publish' | 'cleanUp' | 'takeDown') => ({
  tries: { of, count: 1, since: Date.now(), nextAt: Date.now() + 60_000, error },
});

type Overrides = Parameters<typeof buildAssignment>[1];
interface Planted {
  words: string;
  set?: Overrides;
  /** The row, its story and its transfers are so old. */
  ageSeconds?: number;
  start?: { line: string; tries?: number; isLineFull?: boolean };
  /** The media have come so far, and moved last so long ago. */
  movedSecondsAgo?: number;
}

async function plant({ set = {}, ageSeconds = 0, start, movedSecondsAgo }: Planted): Promise<string> {
  const { assignmentId: id } = await buildAssignment(channel, set);
  const { status } = await Assignment.findByPk(id, { raw: true, rejectOnEmpty: true });
  if (status !== 'pending')
    await database.query('INSERT INTO assignment_events (assignment_id, generation, status) VALUES ($1, 1, $2)', [
      id,
      status,
    ]);
  if (start)
    await database.query(
      `INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, line, tries)
       VALUES ('start', 'publishAssignment', $1, 1, $2, $3, $4)`,
      [id, channel.workspaceId, start.line, start.tries ?? 0],
    );
  if (start?.isLineFull)
    await database.query(
      `INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, line, dispatched_at)
       VALUES ('start', 'publishAssignment', gen_random_uuid(), 1, $1, $2, now())`,
      [channel.workspaceId, start.line],
    );
  if (movedSecondsAgo !== undefined)
    await database.query(
      `INSERT INTO uploads (assignment_id, item, bytes_transferred, updated_at)
       VALUES ($1, 0, 5, now() - make_interval(secs => $2))`,
      [id, movedSecondsAgo],
    );
  const age = `make_interval(secs => ${ageSeconds})`;
  await database.query(`UPDATE assignment_events SET at = at - ${age} WHERE assignment_id = $1`, [id]);
  await database.query(`UPDATE assignments SET updated_at = updated_at - ${age} WHERE id = $1`, [id]);
  return id;
}

beforeEach(async () => {
  await database.query('DELETE FROM outbox');
  await database.query('DELETE FROM assignments');
});

const stuck: readonly (Planted & { cause: StuckCause; code?: string })[] = [
  {
    words: 'no place is free',
    ageSeconds: 61,
    start: { line: 'publish media', isLineFull: true },
    cause: 'place',
  },
  { words: 'nobody has tried to start it', ageSeconds: 61, start: { line: 'publish media' }, cause: 'temporal' },
  { words: 'Temporal does not take its start', ageSeconds: 61, start: { line: '' }, cause: 'temporal' },
  {
    words: 'Temporal has refused its start',
    ageSeconds: 61,
    start: { line: 'publish media', tries: 2 },
    cause: 'temporal',
  },
  { words: 'no worker takes it up', ageSeconds: 61, cause: 'worker' },
  { words: 'its run is stuck', set: { status: 'processing' }, ageSeconds: 61, cause: 'worker' },
  {
    words: 'its transfer hangs',
    set: { status: 'uploading' },
    ageSeconds: 120,
    movedSecondsAgo: 61,
    cause: 'worker',
  },
  {
    words: 'its transfer is slow',
    set: { status: 'uploading' },
    ageSeconds: 601,
    movedSecondsAgo: 1,
    cause: 'source',
  },
  {
    words: 'a try of its transfer failed',
    set: { status: 'uploading', ...failedTry('upload') },
    cause: 'try',
    code: error.code,
  },
  {
    words: 'its preparation waits',
    set: {
      status: 'uploading',
      scheduledAt: soon(),
      prepareAgainAt: soon(),
      preparationError: plainFailure('QUOTA_EXCEEDED'),
      preparationFailedAt: new Date(),
      preparationsFailed: 1,
    },
    cause: 'try',
    code: 'QUOTA_EXCEEDED',
  },
  {
    words: 'its clean-up is tried again',
    set: { status: 'cancelled', cleanup: 'due', ...failedTry('cleanUp') },
    cause: 'try',
    code: error.code,
  },
  {
    words: 'the removal of its post is tried again',
    set: {
      status: 'published',
      removal: { state: 'due', mode: 'delete', askedAt: Date.now(), askedBy: 'user', endedAt: null, error: null },
      ...failedTry('takeDown'),
    },
    cause: 'try',
    code: error.code,
  },
  {
    words: 'the platform is at it for long',
    set: {
      status: 'processing',
      busy: { of: 'publish', since: Date.now() - 700_000, asks: 9, nextAt: Date.now() + 60_000 },
    },
    ageSeconds: 601,
    cause: 'platform',
  },
];

it.each(stuck)('is listed where $words: $cause', async ({ cause, code, ...planted }) => {
  const [healthy, id] = [await plant({ words: '' }), await plant(planted)];
  const { total, assignments } = await stuckAssignments(10);
  expect(assignments.map((one) => [one.id, one.waitsFor, one.error?.code])).toEqual([[id, cause, code]]);
  expect(total).toBe(1);
  expect(assignments[0]).toMatchObject({ workspaceId: channel.workspaceId, generation: 1 });
  expect(healthy).not.toBe(id);
});

const well: readonly Planted[] = [
  { words: 'has just been accepted' },
  { words: 'waits for its time', set: { scheduledAt: soon() }, ageSeconds: 7200 },
  { words: 'is being brought', set: { status: 'uploading' }, ageSeconds: 120, movedSecondsAgo: 1 },
  {
    words: 'is ready for its time',
    set: { status: 'uploaded', scheduledAt: soon(), preparedAt: new Date() },
    ageSeconds: 7200,
  },
  {
    words: 'is processed by the platform',
    set: {
      status: 'processing',
      busy: { of: 'publish', since: Date.now() - 1000, asks: 1, nextAt: Date.now() + 3_600_000 },
    },
    ageSeconds: 120,
  },
  { words: 'is published', set: { status: 'published', publishedAt: new Date() }, ageSeconds: 7200 },
  { words: 'has failed', set: { status: 'failed', errors: [error] }, ageSeconds: 7200 },
  {
    words: 'was prepared after a failure',
    set: { status: 'uploading', scheduledAt: soon(), preparationError: error, preparationsFailed: 1 },
    movedSecondsAgo: 1,
  },
];

it.each(well)('is not listed where it $words', async (planted) => {
  await plant(planted);
  expect(await stuckAssignments(10)).toEqual({ total: 0, assignments: [] });
});

it('lists the longest first, and counts all', async () => {
  const [newer, older] = [await plant({ words: '', ageSeconds: 61 }), await plant({ words: '', ageSeconds: 90 })];
  const { total, assignments } = await stuckAssignments(1);
  expect([total, assignments.map(({ id }) => id)]).toEqual([2, [older]]);
  expect(newer).not.toBe(older);
});
