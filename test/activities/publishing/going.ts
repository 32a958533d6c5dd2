import type { RunStep } from '../../../domain/assignment/runStep';
import type { PublishJob } from '../../../domain/workflowContract';
import { createDatabaseActivities, createPlatformActivities } from '../../../activities';
import { reportStep } from '../../../activities/run/report';
import { platformFor, publisherFor } from '../../../platforms';
import type { Platforms } from '../../../platforms';
import type { DirectUpload, Post, Publisher, ResumableUpload } from '../../../platforms/Publisher';
import { isCall, kindOf, mediaOf, oneOfEachPlatform, platformsOfKinds, requestOf, settingsOfKinds } from '../../kinds';
import type { Kind } from '../../kinds';
import { letPass as passTime } from '../../support/runs/letPass';
import { film, usePublishing } from '../../support/runs/publishing';
import type { Call, CreatedJob } from '../../support/runs/publishing';
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

/** A job whose media are on the platform. */
export interface ProcessingJob extends CreatedJob {
  kind: Kind;
  /** Of this job alone. */
  title: string;
  /** The platform's last call before. */
  since: number;
}

let made = 0;

/** A job whose media are on the platform, not public, and past the point of no return. */
export async function processingJob(kind = video): Promise<ProcessingJob> {
  const job = await broughtJob(kind);
  await reportStep(publishing.deps, job, { is: 'uploaded', generation: job.generation });
  return job;
}

/** A job whose media are on the platform; its row says that they still move. */
export async function broughtJob(kind = video): Promise<ProcessingJob> {
  const job = await begunJob(kind);
  await bring(publishing.deps, job);
  return { ...job, since: (await publishing.callsSince(0)).at(-1)?.seq ?? 0 };
}

/** A job whose media are to be brought. */
export async function begunJob(kind: Kind): Promise<ProcessingJob> {
  made += 1;
  const title = `Once ${made}.`;
  const bytes = mediaOf(kind, film.length, title);
  const urls = Array.from({ length: kind.mediaCount }, () => publishing.media.serve({ bytes }).url);
  const { platform } = kind;
  const request = requestOf(kind, kind.payload(title, 'public'), urls);
  const job = await publishing.create(await publishing.connect({ platform }), { platform, ...request });
  await rows.begin(job);
  return { ...job, kind, title, since: 0 };
}

/** As its workflow names the job. */
export const runOf = ({ assignmentId, platform, generation }: CreatedJob): PublishJob => ({
  assignmentId,
  platform,
  generation,
});

/** A job that is cancelled when the last of its media has arrived, and its row does not know that yet. */
export async function cancelledWhileArriving(kind: Kind): Promise<{ job: ProcessingJob; step: RunStep }> {
  const job = await begunJob(kind);
  const step = await bringAnd(job, async () => void (await rows.cancelAssignment(job)));
  return { job, step };
}

/** One try of the clean-up that a job owes. */
export async function cleanUp(job: PublishJob): Promise<void> {
  return environment().run(platformSteps.cleanUp, job);
}

/** The same, by a publisher that differs so. */
export async function cleanUpBy({ kind, ...job }: ProcessingJob, differ: Differ): Promise<void> {
  return environment().run(stepsBy(kind, differ).cleanUp, job);
}

/** The job is cancelled, as its run does it. */
export async function cancel(job: PublishJob): Promise<void> {
  await rows.cancelAssignment(job);
}

/** One try to prepare the post, which can be cancelled. @returns the step that is next */
export async function prepareIn(run: ReturnType<typeof environment>, job: PublishJob): Promise<RunStep> {
  return run.run(platformSteps.prepare, job);
}

/** What the job's row says of its clean-up. */
export async function cleanupOf({ assignmentId }: PublishJob): Promise<unknown> {
  const [row] = await publishing.database.query('SELECT cleanup FROM assignments WHERE id = $1', [assignmentId]);
  return row?.['cleanup'];
}

/** The post is live. @returns the step that is next */
export async function finish(job: PublishJob, post: Post): Promise<RunStep> {
  return reportStep(publishing.deps, job, { is: 'answered', answer: 'live', lacksExtras: false }, { post });
}

/** A job of which another try brings the last medium, too, and before the row knows that it has arrived. */
export async function broughtTwice(kind: Kind): Promise<{ job: ProcessingJob; step: RunStep }> {
  const job = await begunJob(kind);
  return { job, step: await bringAnd(job, async () => void (await bring(publishing.deps, job))) };
}

/** Brings the media of a job; when the last one has arrived, and its row does not know that yet, something happens. */
async function bringAnd(job: ProcessingJob, atLast: () => Promise<void>): Promise<RunStep> {
  const { kind } = job;
  let arrived = 0;
  const then = async (): Promise<void> => {
    arrived += 1;
    if (arrived === kind.mediaCount) await atLast();
  };
  const platforms = platformsBy(kind, ({ upload }) => (upload ? { upload: followedBy(upload, then) } : {}));
  return bring({ ...publishing.deps, platforms }, job);
}

type Uploads = NonNullable<Publisher['upload']>;

/** The same uploads, each of which ends with this. */
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

/** One try of the step, as Temporal makes it. @returns the post; that of a job that is published already */
export async function publish(job: PublishJob): Promise<Post> {
  return livePost(job, publishIn(environment(), job));
}

/** The post of a job that is published. @throws what the try comes to where it is not */
async function livePost({ assignmentId }: PublishJob, going: Promise<RunStep>): Promise<Post> {
  const tried = await triedBy(going);
  const [post] = await publishing.database.query<Post & object>(
    `SELECT platform_post_id AS "platformPostId", platform_url AS "platformUrl" FROM assignments
     WHERE id = $1 AND status = 'published'`,
    [assignmentId],
  );
  if (post && tried.nonRetryable) return post;
  throw Object.assign(new Error(tried.type), tried);
}

/** The same, by a publisher that differs from the job's own. */
export async function publishBy({ kind, ...job }: ProcessingJob, differ: Differ): Promise<Post> {
  return livePost(job, environment().run(stepsBy(kind, differ).publish, job, false));
}

/** The same, by a publisher that differs so. */
export async function prepareBy({ kind, ...job }: ProcessingJob, differ: Differ): Promise<RunStep> {
  return environment().run(stepsBy(kind, differ).prepare, job);
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
export async function publishIn(run: ReturnType<typeof environment>, job: PublishJob): Promise<RunStep> {
  return run.run(platformSteps.publish, job, false);
}

/** The step that waits for the time of a post, before its point of no return. @returns the step that is next */
export async function publishOnTime(job: PublishJob): Promise<RunStep> {
  return environment().run(platformSteps.publish, job, true);
}

/** What a try to go live comes to where that fails. */
export async function failureOf(job: PublishJob): Promise<Tried> {
  const tried = await triedBy(publishIn(environment(), job));
  expect(tried.type).not.toBe('published');
  return tried;
}

export interface Attempt {
  outcome: string | null;
  leaseMs: number;
  createdAt: Date;
}

export async function attemptsOf({ assignmentId }: PublishJob): Promise<Attempt[]> {
  return publishing.database.query<Attempt & object>(
    `SELECT outcome, created_at AS "createdAt",
            (extract(epoch FROM lease_until - clock_timestamp()) * 1000)::float AS "leaseMs"
     FROM publish_attempts WHERE assignment_id = $1 ORDER BY id`,
    [assignmentId],
  );
}

/** As if the lease, and the time that the platform needs after it, were over. */
export async function letLeaseEnd({ assignmentId }: PublishJob): Promise<void> {
  await publishing.database.query(
    `UPDATE publish_attempts SET lease_until = clock_timestamp() - interval '1 minute' WHERE assignment_id = $1 RETURNING id`,
    [assignmentId],
  );
}

/** The clock goes on for what the job has made. */
export async function letPass({ assignmentId }: PublishJob, ms: number): Promise<void> {
  await passTime(publishing.database, assignmentId, ms);
}

/** The calls that make what was staged public. */
export async function publicationsOf({ kind: { calls }, since }: ProcessingJob): Promise<Call[]> {
  return (await publishing.callsSince(since)).filter((call) => isCall(call, calls.publish));
}

/** The audience that sees the posts of the job. */
export async function audienceOf({ kind, title }: ProcessingJob): Promise<string[]> {
  const posts = kind.postsOf(await publishing.sandbox.state());
  return posts.filter((post) => post.title === title).map(({ audience }) => audience);
}
