import type { Event } from '../../../domain/assignment/events';
import type { Given } from '../../../models/assignments/store/changeStatement';
import { Known } from '../../../models/assignments/store/known';
import { loadAssignment } from '../../../models/assignments/store/loadAssignment';
import type { Loaded } from '../../../models/assignments/store/loadAssignment';
import { record } from '../../../models/assignments/store/record';
import { useDatabase } from '../../support/servers/database';
import { buildAssignments } from '../../support/runs/assignments';
import { knownFacts } from './knownFacts';
import { limits } from '../../support/limits';
import { use } from '../../support/use';

const database = useDatabase();
const assignments = use(async () => buildAssignments(database));
const generation = 1;
const source = { etag: '"one"', lastModified: null, sizeBytes: 3 };
const post = { platformPostId: 'post', platformUrl: 'https://post.example' };

type Reported = [words: string, event: Event, given?: (payload: Loaded['facts']['payload']) => Given];

const began: Reported = ['it begins', { is: 'began', generation }];
const sessionOf = (staged: boolean): Reported => [
  staged ? 'a session carries the payload' : 'a session is opened',
  { is: 'made', what: 'session', by: generation },
  (payload) => ({
    medium: {
      item: 0,
      session: {
        session: 's',
        source,
        contentType: 'video/mp4',
        sizeBytes: 3,
        sourceChanges: 0,
        staged: staged ? payload : null,
      },
    },
  }),
];
const objectAt = (item: number): Reported => [
  `medium ${item} has arrived`,
  { is: 'made', what: 'media', by: generation },
  () => ({ medium: { item, object: { objectId: `object ${item}`, source: item === 0 ? null : source } } }),
];
const arrived: Reported = ['all has arrived', { is: 'uploaded', generation }];
const calling: Reported = [
  'a call begins',
  { is: 'calling', generation, of: 'publish' },
  (callPayload) => ({ callPayload }),
];
const stories: [string, Reported[]][] = [
  ['a video', [began, sessionOf(true), objectAt(0), arrived, calling]],
  ['a video that is staged later', [began, sessionOf(false), objectAt(0), arrived, calling]],
  ['a carousel', [began, objectAt(0), objectAt(1), objectAt(2), arrived, calling]],
  ['a post without media', [began, arrived, calling]],
];

it.each(stories)('%s is known after each change as it is loaded', async (_words, reported) => {
  const { assignmentId } = await assignments.pending();
  const known = new Known();
  for (const [words, event, given] of reported) {
    const { payload } = (await loadAssignment(assignmentId, limits))!.facts;
    const recorded = await record(assignmentId, limits, () => event, given?.(payload), known);
    expect([words, recorded?.change.isVoid]).toEqual([words, false]);
    expect([words, knownFacts(known.now())]).toEqual([words, knownFacts(await loadAssignment(assignmentId, limits))]);
  }
  await record(assignmentId, limits, () => ({ is: 'answered', answer: 'live' }), { post }, known);
  expect(known.now()).toBeNull();
});

it('what is known is not believed where others have written meanwhile, nor where it says that nothing is to be done', async () => {
  const { assignmentId } = await assignments.pending();
  const known = new Known();
  await record(assignmentId, limits, () => ({ is: 'began', generation }), {}, known);
  await record(assignmentId, limits, () => ({ is: 'cancelled' }));
  const late = await record(assignmentId, limits, () => ({ is: 'uploaded', generation }), {}, known);
  expect(late).toMatchObject({ change: { isVoid: true }, assignment: { status: 'cancelled' } });
  const other = await assignments.pending();
  const before = new Known();
  await record(other.assignmentId, limits, () => ({ is: 'began', generation }), {}, before);
  await record(other.assignmentId, limits, () => ({ is: 'uploaded', generation }));
  const next = await record(
    other.assignmentId,
    limits,
    () => ({ is: 'calling', generation, of: 'publish' }),
    {
      callPayload: late!.facts.payload,
    },
    before,
  );
  expect(next?.callId).not.toBeNull();
});

it('a post is not said to be live before its platform has shown it, however slowly its assignment was loaded', async () => {
  const { assignmentId } = await assignments.pending();
  const known = new Known();
  const loading = record(assignmentId, limits, () => ({ is: 'began', generation }), {}, known);
  // The answer of the database waits in the socket.
  setImmediate(() => setImmediate(() => busyFor(200)));
  await loading;
  const steps = stories[0]![1].slice(1);
  for (const [, event, given] of steps) {
    const { payload } = (await loadAssignment(assignmentId, limits))!.facts;
    await record(assignmentId, limits, () => event, given?.(payload), known);
  }
  const [{ shown } = { shown: 0 }] = await database.query<{ shown: number }>(
    'SELECT extract(epoch FROM clock_timestamp())::float * 1000 AS shown',
  );
  const recorded = await record(assignmentId, limits, () => ({ is: 'answered', answer: 'live' }), { post }, known);
  expect(recorded?.assignment.status).toBe('published');
  const loaded = await loadAssignment(assignmentId, limits);
  expect(loaded?.facts.publishedAt).toBeGreaterThanOrEqual(shown);
});

it('a channel that is switched off meanwhile fails what was known to be ready', async () => {
  const assignment = await assignments.pending();
  const { assignmentId } = assignment;
  const known = new Known();
  await record(assignmentId, limits, () => ({ is: 'began', generation }), {}, known);
  await database.query(
    'UPDATE connections SET is_active = false WHERE id = (SELECT connection_id FROM assignments WHERE id = $1) RETURNING id',
    [assignmentId],
  );
  const recorded = await record(assignmentId, limits, () => ({ is: 'uploaded', generation }), {}, known);
  expect(recorded?.assignment).toMatchObject({ status: 'failed', error: { code: 'CONNECTION_INACTIVE' } });
});

function busyFor(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
