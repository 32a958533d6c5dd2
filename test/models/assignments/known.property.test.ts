import { array, assert, asyncProperty, constantFrom, tuple } from 'fast-check';
import type { Event } from '../../../domain/assignment/events';
import { nameOf } from '../../../domain/assignment/events';
import type { Given } from '../../../models/assignments/store/changeStatement';
import { Known } from '../../../models/assignments/store/known';
import { loadAssignment } from '../../../models/assignments/store/loadAssignment';
import type { Facts } from '../../../models/assignments/store/loadAssignment';
import { record } from '../../../models/assignments/store/record';
import { byCounts } from '../../support/counts';
import { limits } from '../../support/limits';
import { buildAssignments } from '../../support/runs/assignments';
import { knownFacts } from './knownFacts';
import { useDatabase } from '../../support/servers/database';
import { use } from '../../support/use';

const database = useDatabase();
const assignments = use(async () => buildAssignments(database));
const generation = 1;
const source = { etag: '"one"', lastModified: null, sizeBytes: 3 };
const failure = { code: 'PLATFORM_UNAVAILABLE', message: 'busy', transient: true } as const;

type Reported = [event: Event, given?: (facts: Facts) => Given];
const session = (isStaged: boolean): Reported => [
  { is: 'made', what: 'session', by: generation },
  ({ payload }) => {
    const about = { contentType: 'video/mp4', sizeBytes: 3, sourceChanges: 0, staged: isStaged ? payload : null };
    return { medium: { item: 0, session: { session: 's', source, ...about } } };
  },
];

const arrived: Reported = [
  { is: 'made', what: 'media', by: generation },
  () => ({ medium: { item: 0, object: { objectId: 'object', source: null } } }),
];
const calling = (of: 'stage' | 'publish'): Reported => [
  { is: 'calling', generation, of },
  ({ payload }) => ({ callPayload: payload }),
];

/** The reports of a run that goes on. */
const reports: readonly Reported[] = [
  [{ is: 'began', generation }],
  [{ is: 'uploaded', generation }],
  [{ is: 'prepared', generation }],
  [{ is: 'busy', generation }],
  ...(['tries', 'clock', 'absence'] as const).map((ends): Reported => [{ is: 'progressed', ends, generation }]),
  [{ is: 'outdated', generation }],
  session(true),
  session(false),
  arrived,
  calling('stage'),
  calling('publish'),
  ...(['accepted', 'refused', 'lost'] as const).map((answer): Reported => [{ is: 'answered', answer }]),
  ...(['upload', 'prepare', 'publish'] as const).map((of): Reported => [{ is: 'failed', of, generation, failure }]),
];

/** The reports by which a post without hindrance gets to its call. */
const plain: readonly Reported[] = [
  [{ is: 'began', generation }],
  session(true),
  arrived,
  [{ is: 'uploaded', generation }],
  calling('publish'),
];

it('what an activity knows after any report is what a load gives', async () => {
  // Half of them get to the call: few reports do so by chance.
  const lengths = constantFrom(1, 2, 3, 4, ...Array<number>(4).fill(plain.length));
  const stories = tuple(lengths, array(constantFrom(...reports), { maxLength: 6, size: 'max' })).map(
    ([length, more]) => [...plain.slice(0, length), ...more],
  );
  const times = constantFrom(null, new Date(Date.now() - 60_000), new Date(Date.now() + 60_000));
  await assert(
    asyncProperty(stories, times, async (story, scheduledAt) => {
      const { assignmentId } = await assignments.pending({ scheduledAt });
      const known = new Known();
      const told: string[] = [];
      for (const [event, given] of story) {
        const { facts } = (await loadAssignment(assignmentId, limits))!;
        const isEarly = event.is === 'uploaded' && facts.media[0]?.objectId == null;
        await record(assignmentId, limits, () => (isEarly ? null : event), given?.(facts), known);
        told.push(nameOf(event));
        const [now, loaded] = [known.now(), await loadAssignment(assignmentId, limits)];
        expect([told, knownFacts(now ?? loaded)]).toEqual([told, knownFacts(loaded)]);
      }
    }),
    { numRuns: byCounts({ few: 60, sample: 400, full: 4000 }) },
  );
}, 600_000);
