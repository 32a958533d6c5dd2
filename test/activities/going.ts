import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import type { PublishJob } from '../../domain/workflowContract';
import { createDatabaseActivities, createMediaActivities, createPlatformActivities } from '../../activities';
import type { Post } from '../../platforms/Publisher';
import { usePublishing } from '../support/publishing';
import type { Call, CreatedJob } from '../support/publishing';
import { use } from '../support/use';

export const payload = { title: 'Once', privacy: 'public', tags: [], madeForKids: false };
export const videos = '/youtube/v3/videos';

/** Everything that publishes, without workers: the tests run the steps themselves. */
export const publishing = usePublishing({ workers: false });
const mediaSteps = use(async () => createMediaActivities(publishing.deps));
const platformSteps = use(async () => createPlatformActivities(publishing.deps));
const rows = use(async () => createDatabaseActivities(publishing.deps));

/** A job whose video is on the channel, not public, and past the point of no return. */
export async function processingJob(): Promise<CreatedJob & { since: number }> {
  const job = await publishing.create(await publishing.connect(), { payload });
  await rows.begin(job);
  await environment().run(mediaSteps.transferMedia, job);
  await rows.finishUpload(job);
  await rows.startProcessing(job);
  return { ...job, since: (await publishing.callsSince(0)).at(-1)!.seq };
}

/** What an activity runs in, without a log of its own. */
export function environment(): MockActivityEnvironment {
  return new MockActivityEnvironment(undefined, { logger: new DefaultLogger('ERROR') });
}

/** One try of the step, as Temporal makes it. */
export async function publish(job: PublishJob): Promise<Post> {
  return environment().run(platformSteps.goLive, job);
}

export async function failureOf(job: PublishJob): Promise<ApplicationFailure> {
  const error = await publish(job).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApplicationFailure);
  return error as ApplicationFailure;
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

export async function updatesSince(since: number): Promise<Call[]> {
  return (await publishing.callsSince(since)).filter(({ method, path }) => method === 'PUT' && path === videos);
}

export async function audienceOf({ channel }: CreatedJob): Promise<string[]> {
  const { videos: all } = await publishing.sandbox.stateOf('youtube');
  return all
    .filter(({ channelId }: { channelId: string }) => channelId === channel.channelId)
    .map(({ status }: { status: { privacyStatus: string } }) => status.privacyStatus);
}
