import type { RunStep } from '../../../domain/assignment/runStep';
import type { AssignmentRun } from '../../../domain/workflowContract';
import { createDatabaseActivities, createPlatformActivities } from '../../../activities';
import { reportStep } from '../../../activities/run/report';
import { platformFor, publisherFor } from '../../../platforms';
import type { Platforms } from '../../../platforms';
import type { DirectUpload, ResumableUpload } from '../../../platforms/Upload';
import type { Post, Publisher } from '../../../platforms/Publisher';
import { isCall, kindOf, mediaOf, oneOfEachPlatform, platformsOfKinds, requestOf, settingsOfKinds } from '../../kinds';
import type { Kind } from '../../kinds';
import { letPass as passTime } from '../../support/runs/letPass';
import { film, usePublishing } from '../../support/runs/publishing';
import type { Call, CreatedRun } from '../../support/runs/publishing';
import { use } from '../../support/use';
import { bring } from './bring';
import { environment } from '../environment';
import { triedBy } from './tried';
import type { Tried } from './tried';

export { environment };

export const payload = { title: 'Once', privacy: 'public', tags: [], madeForKids: false };
export const videos = '/youtube/v3/videos';
export const video = kindOf({ platform: 'youtube', type: 'video' });

/** Everything that publishes, without workers: the tests run the steps themselves. */
export const publishing = usePublishing({
  workers: false,
  platforms: {
    open: platformsOfKinds,
    at: (url) => new Map(oneOfEachPlatform().map(({ create, platform }) => [platform, create(url)])),
  },
});
beforeAll(async () => {
  for (const settings of settingsOfKinds) await publishing.sandbox.control('POST', '/settings', settings);
});
const platformSteps = use(async () => createPlatformActivities(publishing.deps));
const rows = use(async () => createDatabaseActivities(publishing.deps));

/** An assignment whose media are on the platform. */
export interface ProcessingAssignment extends CreatedRun {
  kind: Kind;
  /** The title of this assignment alone. */
  title: string;
  /** The number of the platform's last call before. */
  since: number;
}

let made = 0;

/** An assignment whose media are on the platform, not public, and past the point of no return. */
export async function processingAssignment(kind = video): Promise<ProcessingAssignment> {
  const assignment = await broughtAssignment(kind);
  await reportStep(publishing.deps, assignment, { is: 'uploaded', generation: assignment.generation });
  return assignment;
}

/** An assignment whose media are on the platform; its row says that they still move. */
export async function broughtAssignment(kind = video): Promise<ProcessingAssignment> {
  const assignment = await begunAssignment(kind);
  await bring(publishing.deps, assignment);
  return { ...assignment, since: (await publishing.callsSince(0)).at(-1)?.seq ?? 0 };
}

/** An assignment whose media are to be brought. */
export async function begunAssignment(kind: Kind): Promise<ProcessingAssignment> {
  made += 1;
  const title = `Once ${made}.`;
  const bytes = mediaOf(kind, film.length, title);
  const urls = Array.from({ length: kind.mediaCount }, () => publishing.media.serve({ bytes }).url);
  const { platform } = kind;
  const request = requestOf(kind, kind.payload(title, 'public'), urls);
  const assignment = await publishing.create(await publishing.connect({ platform }), { platform, ...request });
  await rows.begin(assignment);
  return { ...assignment, kind, title, since: 0 };
}

/** The assignment as its workflow names it. */
export const runOf = ({ assignmentId, platform, generation }: CreatedRun): AssignmentRun => ({
  assignmentId,
  platform,
  generation,
});

/** An assignment that is cancelled when the last of its media has arrived, and its row does not know that yet. */
export async function cancelledWhileArriving(kind: Kind): Promise<{ assignment: ProcessingAssignment; step: RunStep }> {
  const assignment = await begunAssignment(kind);
  const step = await bringAnd(assignment, async () => void (await rows.cancelAssignment(assignment)));
  return { assignment, step };
}

/** One try of the clean-up that an assignment owes. */
export async function cleanUp(assignment: AssignmentRun): Promise<void> {
  return environment().run(platformSteps.cleanUp, assignment);
}

/** One try of the clean-up, by a publisher that differs from the assignment's own. */
export async function cleanUpBy({ kind, ...assignment }: ProcessingAssignment, differ: Differ): Promise<void> {
  return environment().run(stepsBy(kind, differ).cleanUp, assignment);
}

/** Cancels the assignment, as its run does. */
export async function cancel(assignment: AssignmentRun): Promise<void> {
  await rows.cancelAssignment(assignment);
}

/** One try to prepare the post, which can be cancelled. @returns the step that is next */
export async function prepareIn(run: ReturnType<typeof environment>, assignment: AssignmentRun): Promise<RunStep> {
  return run.run(platformSteps.prepare, assignment);
}

/** The state of the clean-up in the assignment's row. */
export async function cleanupOf({ assignmentId }: AssignmentRun): Promise<unknown> {
  const [row] = await publishing.database.query('SELECT cleanup FROM assignments WHERE id = $1', [assignmentId]);
  return row?.['cleanup'];
}

/** Reports that the post is live. @returns the next step */
export async function finish(assignment: AssignmentRun, post: Post): Promise<RunStep> {
  return reportStep(publishing.deps, assignment, { is: 'answered', answer: 'live', lacksExtras: false }, { post });
}

/** An assignment of which another try brings the last medium, too, and before the row knows that it has arrived. */
export async function broughtTwice(kind: Kind): Promise<{ assignment: ProcessingAssignment; step: RunStep }> {
  const assignment = await begunAssignment(kind);
  return { assignment, step: await bringAnd(assignment, async () => void (await bring(publishing.deps, assignment))) };
}

/** Brings the media of an assignment, and calls `atLast` before the row knows that the last medium has arrived. */
async function bringAnd(assignment: ProcessingAssignment, atLast: () => Promise<void>): Promise<RunStep> {
  const { kind } = assignment;
  let arrived = 0;
  const then = async (): Promise<void> => {
    arrived += 1;
    if (arrived === kind.mediaCount) await atLast();
  };
  const platforms = platformsBy(kind, ({ upload }) => (upload ? { upload: followedBy(upload, then) } : {}));
  return bring({ ...publishing.deps, platforms }, assignment);
}

type Uploads = NonNullable<Publisher['upload']>;

/** The uploads, each followed by `then`. */
function followedBy(upload: Uploads, then: () => Promise<void>): Uploads {
  const followed = async <T>(answer: Promise<T>): Promise<T> => {
    const answered = await answer;
    await then();
    return answered;
  };
  const image = (one: DirectUpload): DirectUpload => ({ ...one, put: async (...given) => followed(one.put(...given)) });
  const movie = (one: ResumableUpload): ResumableUpload => ({
    ...one,
    send: async (...given) => followed(one.send(...given)),
  });
  switch (upload.kind) {
    case 'direct':
      return image(upload);
    case 'resumable':
      return movie(upload);
    case 'byMedia':
      return { ...upload, image: image(upload.image), video: movie(upload.video) };
  }
}

/** One try to go live, as Temporal makes it. @returns the post, also of an assignment that was published before */
export async function publish(assignment: AssignmentRun): Promise<Post> {
  return livePost(assignment, publishIn(environment(), assignment));
}

/** The post of a published assignment. @throws Error with the result of the try, for any other assignment */
async function livePost({ assignmentId }: AssignmentRun, going: Promise<RunStep>): Promise<Post> {
  const tried = await triedBy(going);
  const [post] = await publishing.database.query<Post & object>(
    `SELECT platform_post_id AS "platformPostId", platform_url AS "platformUrl" FROM assignments
     WHERE id = $1 AND status = 'published'`,
    [assignmentId],
  );
  if (post && tried.nonRetryable) return post;
  throw Object.assign(new Error(tried.type), tried);
}

/** One try to go live, by a publisher that differs from the assignment's own. */
export async function publishBy({ kind, ...assignment }: ProcessingAssignment, differ: Differ): Promise<Post> {
  return livePost(assignment, environment().run(stepsBy(kind, differ).publish, assignment, false));
}

/** One try to prepare the post, by a publisher that differs from the assignment's own. */
export async function prepareBy({ kind, ...assignment }: ProcessingAssignment, differ: Differ): Promise<RunStep> {
  return environment().run(stepsBy(kind, differ).prepare, assignment);
}

type Differ = (publisher: Publisher) => Partial<Publisher>;

function stepsBy(kind: Kind, differ: Differ): ReturnType<typeof createPlatformActivities> {
  return createPlatformActivities({ ...publishing.deps, platforms: platformsBy(kind, differ) });
}

function platformsBy({ platform: slug, type }: Kind, differ: Differ): Platforms {
  const platform = platformFor(publishing.deps.platforms, slug);
  const publisher = publisherFor(platform, type);
  const publishers = new Map([[type, { ...publisher, ...differ(publisher) }]]);
  return new Map([[slug, { ...platform, publishers }]]);
}

/** One try to go live. @returns the step that is next */
export async function publishIn(run: ReturnType<typeof environment>, assignment: AssignmentRun): Promise<RunStep> {
  return run.run(platformSteps.publish, assignment, false);
}

/** The step that waits for the time of a post, before its point of no return. @returns the step that is next */
export async function publishOnTime(assignment: AssignmentRun): Promise<RunStep> {
  return environment().run(platformSteps.publish, assignment, true);
}

/** The result of a try to go live that fails. */
export async function failureOf(assignment: AssignmentRun): Promise<Tried> {
  const tried = await triedBy(publishIn(environment(), assignment));
  expect(tried.type).not.toBe('published');
  return tried;
}

export interface Attempt {
  outcome: string | null;
  leaseMs: number;
  createdAt: Date;
}

export async function attemptsOf({ assignmentId }: AssignmentRun): Promise<Attempt[]> {
  return publishing.database.query<Attempt & object>(
    `SELECT outcome, created_at AS "createdAt",
            (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::float AS "leaseMs"
     FROM publish_attempts WHERE assignment_id = $1 ORDER BY id`,
    [assignmentId],
  );
}

/** As if the lease, and the time that the platform needs after it, were over. */
export async function letLeaseEnd({ assignmentId }: AssignmentRun): Promise<void> {
  await publishing.database.query(
    `UPDATE publish_attempts SET lease_until = clock_timestamp() - interval '1 minute' WHERE assignment_id = $1 RETURNING id`,
    [assignmentId],
  );
}

/** Lets time pass for the objects of the assignment. */
export async function letPass({ assignmentId }: AssignmentRun, ms: number): Promise<void> {
  await passTime(publishing.database, assignmentId, ms);
}

/** The calls that make the staged post public. */
export async function publicationsOf({ kind: { calls }, since }: ProcessingAssignment): Promise<Call[]> {
  return (await publishing.callsSince(since)).filter((call) => isCall(call, calls.publish));
}

/** The audience that sees the posts of the assignment. */
export async function audienceOf({ kind, title }: ProcessingAssignment): Promise<string[]> {
  const posts = kind.postsOf(await publishing.sandbox.state());
  return posts.filter((post) => post.title === title).map(({ audience }) => audience);
}
