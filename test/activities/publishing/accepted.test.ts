import { createDatabaseActivities, createPlatformActivities } from '../../../activities';
import { Assignment } from '../../../models/assignments/Assignment';
import { stillProcessing } from '../../../domain/workflowContract';
import { reportStep } from '../../../activities/run/report';
import type { Post } from '../../../platforms/Publisher';
import { isCall, kindOf, platformsAt, platformsOfKinds, requestOf, settingsOfKinds } from '../../kinds';
import type { Kind } from '../../kinds';
import { toySlug } from '../../toy/platform';
import { usePublishing } from '../../support/runs/publishing';
import type { CreatedRun } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { use } from '../../support/use';
import { bring } from './bring';
import { environment } from '../environment';
import { triedBy } from './tried';
import type { Tried } from './tried';

const publishing = usePublishing({ workers: false, platforms: { open: platformsOfKinds, at: platformsAt } });
const steps = use(async () => createPlatformActivities(publishing.deps));
const done = { status: 'complete' };
const published = { video_status: 'ready', uploading_phase: done, processing_phase: done };

/** Kinds whose publishing is only accepted, with the platform's answer to a look that does not show the order yet. */
const accepting: { kind: Kind; name: string; unshown: object }[] = [
  { kind: kindOf({ platform: toySlug, type: 'reel' }), unshown: { state: 'draft' } },
  {
    kind: kindOf({ platform: 'facebook', type: 'reel' }),
    unshown: { status: { ...published, publishing_phase: { status: 'not_started' } } },
  },
].map((one) => ({ ...one, name: one.kind.platform }));

beforeAll(async () => {
  const late = { facebook: { liveDelayMs: 150 } };
  for (const settings of [...settingsOfKinds, late]) await publishing.sandbox.control('POST', '/settings', settings);
});

/** An assignment of the kind, past the point of no return. */
async function processingAssignment(kind: Kind): Promise<CreatedRun & { seq: number }> {
  const { platform } = kind;
  const { url } = publishing.media.serve({ bytes: kind.media(10_000) });
  const channel = await publishing.connect({ platform });
  const request = requestOf(kind, kind.payload('Accepted', 'public'), [url]);
  const assignment = await publishing.create(channel, { platform, ...request });
  const rows = createDatabaseActivities(publishing.deps);
  await rows.begin(assignment);
  await bring(publishing.deps, assignment);
  await reportStep(publishing.deps, assignment, { is: 'uploaded', generation: assignment.generation });
  return { ...assignment, seq: (await publishing.callsSince(0)).at(-1)!.seq };
}

/** One try. @returns the post, or the end of the try */
async function goLive(assignment: CreatedRun): Promise<Post | Tried> {
  const tried = await triedBy(environment().run(steps.publish, assignment, false));
  if (tried.type !== 'published') return tried;
  const { platformPostId, platformUrl } = (await Assignment.findByPk(assignment.assignmentId))!;
  return { platformPostId: platformPostId!, platformUrl: platformUrl! };
}

async function attemptOf({ assignmentId }: CreatedRun) {
  const [attempt, ...others] = await publishing.database.query(
    `SELECT accepted_at IS NOT NULL AS "isAccepted", outcome FROM publish_attempts WHERE assignment_id = $1`,
    [assignmentId],
  );
  expect(others).toEqual([]);
  return attempt;
}

describe.each(accepting)('a publishing call of $name that is only accepted', ({ kind, unshown }) => {
  const publications = async (seq: number): Promise<number> =>
    (await publishing.callsSince(seq)).filter((call) => isCall(call, kind.calls.publish)).length;

  it('is no result: the platform is asked, at once and again, until the post is live', async () => {
    const assignment = await processingAssignment(kind);
    const ended: (Post | Tried)[] = [await goLive(assignment)];
    expect(await attemptOf(assignment)).toEqual({ isAccepted: true, outcome: null });
    await until(async () => {
      ended.push(await goLive(assignment));
      return 'platformUrl' in ended.at(-1)!;
    });
    const post = ended.pop() as Post;
    for (const end of ended) expect(end).toMatchObject({ type: stillProcessing, category: 'BENIGN' });
    expect(post.platformUrl).toBe(kind.addressOf(post.platformPostId));
    expect(await attemptOf(assignment)).toEqual({ isAccepted: true, outcome: 'happened' });
    expect(await publications(assignment.seq)).toBe(1);
  });

  it('is no result while the platform processes what it has taken, and says that it does', async () => {
    if (kind.platform === toySlug) return;
    await publishing.sandbox.control('POST', '/settings', { processingMs: 600_000 });
    const assignment = await processingAssignment(kind);
    await goLive(assignment);
    for (let times = 0; times < 2; times += 1) {
      const end = await goLive(assignment);
      expect(end).toMatchObject({ type: stillProcessing, message: 'Facebook is still processing' });
    }
    await publishing.sandbox.control('POST', '/settings', { processingMs: 0 });
  });

  it('is never repeated, though the platform does not show for long that it was taken', async () => {
    const assignment = await processingAssignment(kind);
    await goLive(assignment);
    await publishing.fault({ ...kind.calls.look, times: 3 }, { status: 200, body: unshown });
    for (let times = 0; times < 3; times += 1)
      expect(await goLive(assignment)).toMatchObject({ type: stillProcessing });
    const post = await until(async () => {
      const end = await goLive(assignment);
      return 'platformUrl' in end && end;
    });
    expect(post.platformUrl).toBe(kind.addressOf(post.platformPostId));
    expect(await publications(assignment.seq)).toBe(1);
  });
});
