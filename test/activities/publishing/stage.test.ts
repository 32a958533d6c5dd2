import { madeBy } from '../../support/runs/madeBy';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { Upload } from '../../../models/assignments/Upload';
import { reportStep } from '../../../activities/run/report';
import type { Post } from '../../../platforms/Publisher';
import { kindOf, kinds, oneOfEachPlatform, wordsFor } from '../../kinds';
import { until } from '../../support/until';
import * as going from './going';

const { publishing, broughtJob, processingJob, publish, publishBy, prepareBy, failureOf } = going;
const { attemptsOf, letLeaseEnd, publicationsOf } = going;

describe.each(oneOfEachPlatform())('the call that stages an edited payload of a $platform $type', (kind) => {
  async function editedJob(): Promise<going.ProcessingJob> {
    const job = await processingJob(kind);
    const title = `${job.title} Edited`;
    await publishing.database.query(
      'UPDATE assignments SET payload = payload || $1::jsonb WHERE id = $2 RETURNING id',
      [JSON.stringify({ [kind.titleField]: title }), job.assignmentId],
    );
    return { ...job, title };
  }

  it('has a lease of its own, which is over before the post is published', async () => {
    const job = await editedJob();
    const seen: { notAfterMs: number; attempts: going.Attempt[] }[] = [];
    await publishBy(job, (publisher) => ({
      stage: async (call, ...rest) => {
        seen.push({ notAfterMs: call.notAfterMs, attempts: await attemptsOf(job) });
        return publisher.stage(call, ...rest);
      },
    }));
    expect(seen).toEqual([{ notAfterMs: expect.any(Number), attempts: [expect.objectContaining({ outcome: null })] }]);
    expect(Number.isFinite(seen[0]!.notAfterMs)).toBe(true);
    expect(await attemptsOf(job)).toMatchObject([{ outcome: 'happened' }]);
  });

  it('is waited for by everybody else who would stage or publish, until it can no longer arrive', async () => {
    const job = await editedJob();
    await publishing.database.query(
      `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
       VALUES ($1, 1, 'stage', '{}', clock_timestamp() + interval '10 seconds') RETURNING id`,
      [job.assignmentId],
    );
    expect(await failureOf(job)).toMatchObject({ type: 'AWAITING_LEASE', category: 'BENIGN' });
    expect(await publishing.callsSince(job.since)).toEqual([]);
    await letLeaseEnd(job);
    const { platformPostId } = await publish(job);
    const posts = kind.postsOf(await publishing.sandbox.state());
    expect(posts).toContainEqual(expect.objectContaining({ id: platformPostId, title: job.title, audience: 'public' }));
  });
});

const withoutMedia = kinds.filter(({ mediaCount }) => mediaCount === 0);

describe.each(withoutMedia)('a draft of a $platform $type that comes when its job has moved on', (kind) => {
  /** The post of a job whose row is changed so in the moment in which the platform has made the draft. */
  async function draftedLate(change: string): Promise<{ job: going.ProcessingJob; draftId: string }> {
    const job = await broughtJob(kind);
    const update = async (values: string) =>
      publishing.database.query(`UPDATE assignments SET ${values} WHERE id = $1 RETURNING id`, [job.assignmentId]);
    await update(`scheduled_at = now() + interval '1 hour'`);
    await reportStep(publishing.deps, job, { is: 'uploaded', generation: 1 });
    const drafts: unknown[] = [];
    const preparing = prepareBy(job, (publisher) => ({
      stage: async (...given) => {
        const draftId = await publisher.stage(...given);
        drafts.push(draftId);
        await update(change);
        return draftId;
      },
    }));
    expect(await preparing).toMatchObject({ do: 'end' });
    expect(drafts).toEqual([expect.any(String)]);
    expect(await attemptsOf(job)).toEqual([]);
    return { job, draftId: drafts[0] as string };
  }
  const seen = async ({ title }: going.ProcessingJob) =>
    kind.postsOf(await publishing.sandbox.state()).filter((post) => post.title === title);

  it('because it was cancelled is noted: the job owes its removal, also where the first try of that fails', async () => {
    const { job } = await draftedLate(`status = 'cancelled'`);
    expect(await going.cleanupOf(job)).toBe('due');
    await publishing.fault(kind.calls.remove, { status: 503 });
    await expect(going.cleanUp(job)).rejects.toMatchObject({ type: 'PLATFORM_UNAVAILABLE', nonRetryable: false });
    await going.cleanUp(job);
    expect([await going.cleanupOf(job), await seen(job)]).toEqual(['done', []]);
  });

  it('because its run is cancelled in the middle of the call that makes it is noted, and removed', async () => {
    const job = await broughtJob(kind);
    await publishing.database.query(
      `UPDATE assignments SET scheduled_at = now() + interval '1 hour' WHERE id = $1 RETURNING id`,
      [job.assignmentId],
    );
    await reportStep(publishing.deps, job, { is: 'uploaded', generation: 1 });
    await publishing.fault(kind.calls.stage, { delayMs: 500 });
    const run = going.environment();
    const preparing = going.prepareIn(run, job).catch((error: unknown) => error);
    // The platform has made it, and has not answered.
    await until(async () => (await seen(job)).length === 1);
    await going.cancel(job);
    run.cancel();
    await preparing;
    expect(await going.cleanupOf(job)).toBe('due');
    expect(await seen(job)).toHaveLength(1);
    await going.cleanUp(job);
    expect(await seen(job)).toEqual([]);
  });

  it('because another generation has begun is left to that one where its removal fails meanwhile', async () => {
    const { job } = await draftedLate(`status = 'cancelled'`);
    const words = { seen: 'It is away.', todo: 'Retry later.' };
    const cleaning = going.cleanUpBy(job, () => ({
      remove: async () => {
        const begin = 'UPDATE assignments SET generation = 2 WHERE id = $1 RETURNING id';
        await publishing.database.query(begin, [job.assignmentId]);
        throw new PublishFailure('PLATFORM_UNAVAILABLE', words, { transient: true });
      },
    }));
    await expect(cleaning).resolves.toBeUndefined();
    expect(await going.cleanupOf(job)).toBe('due');
    await going.cleanUp({ ...job, generation: 2 });
    expect(await seen(job)).toEqual([]);
  });

  it('and is owed to be removed is removed at the time of the next run, before another one is made', async () => {
    const job = await broughtJob(kind);
    const update = async (values: string) =>
      publishing.database.query(`UPDATE assignments SET ${values} WHERE id = $1 RETURNING id`, [job.assignmentId]);
    await update(`scheduled_at = now() + interval '1 hour'`);
    await reportStep(publishing.deps, job, { is: 'uploaded', generation: 1 });
    await prepareBy(job, () => ({}));
    const [draft] = await seen(job);
    await update(`generation = 2, status = 'pending', cleanup = 'due', scheduled_at = now(), prepared_at = NULL`);
    const step = await going.publishOnTime({ ...going.runOf(job), generation: 2, isWithoutMedia: true });
    expect(step).toMatchObject({ do: 'end', as: 'published' });
    expect(await seen(job)).toEqual([expect.objectContaining({ audience: 'public' })]);
    expect((await seen(job))[0]!.id).not.toBe(draft!.id);
  });

  it('because it has another generation is taken over by that', async () => {
    const { job, draftId } = await draftedLate('generation = 2');
    const next = { ...job, generation: 2 };
    await prepareBy(next, () => ({}));
    expect((await madeBy(publishing.deps.secrets, next))!.made.draftId).toBe(draftId);
    expect(await seen(job)).toMatchObject([{ id: draftId }]);
  });
});

describe.each(withoutMedia.filter(({ platform }) => platform === 'facebook'))('a draft of a Facebook $type', (kind) => {
  it('that comes when a later call has made another does not take its place, so that no post is made twice', async () => {
    const job = await processingJob(kind);
    const late = publishBy(job, (publisher) => ({
      stage: async (...given) => {
        const draftId = await publisher.stage(...given);
        await letLeaseEnd(job);
        await publishing.fault(kind.calls.publish, { loseAnswer: true });
        await failureOf(job);
        return draftId;
      },
    }));
    await expect(late).rejects.toMatchObject({ type: 'the end of a call' });
    await letLeaseEnd(job);
    const { platformPostId } = await publish(job);
    expect(await publicationsOf(job)).toHaveLength(1);
    const posts = kind.postsOf(await publishing.sandbox.state()).filter(({ title }) => title === job.title);
    expect(posts).toMatchObject([{ id: platformPostId, audience: 'public' }]);
  });

  it('gets its payload once more where a call with another one may have arrived', async () => {
    const job = await processingJob(kind);
    await publishing.fault(kind.calls.look, { status: 503 });
    await failureOf(job);
    const setMessage = async (message: string) =>
      publishing.database.query('UPDATE assignments SET payload = payload || $1::jsonb WHERE id = $2 RETURNING id', [
        JSON.stringify({ message }),
        job.assignmentId,
      ]);
    await setMessage(`${job.title} Edited`);
    await publishing.fault(kind.calls.update, { loseAnswer: true });
    await failureOf(job);
    await setMessage(job.title);
    await letLeaseEnd(job);
    const { platformPostId } = await publish(job);
    expect(kind.payloadOf(await publishing.sandbox.state(), platformPostId)).toMatchObject({ message: job.title });
  });
});

const withMedia = kinds.filter(({ mediaCount }) => mediaCount > 0).map((kind) => ({ name: wordsFor(kind), kind }));

it.each(withMedia)(
  'the last medium of a $name that arrives when its job was cancelled is owed to be removed, and is',
  async ({ kind }) => {
    await publishing.fault({ method: kind.calls.remove.method, path: '/' }, { status: 503 });
    const { job, step } = await going.cancelledWhileArriving(kind);
    expect(step).toMatchObject({ do: 'end', as: 'cancelled' });
    expect(await going.cleanupOf(job)).toBe('due');
    await expect(going.cleanUp(job)).rejects.toMatchObject({ type: 'PLATFORM_UNAVAILABLE', nonRetryable: false });
    await going.cleanUp(job);
    expect(await going.cleanupOf(job)).toBe('done');
    const state = await publishing.sandbox.state();
    expect(kind.leftOn(state, job.channel.channelId)).toEqual([]);
    expect(kind.postsOf(state).filter(({ title }) => title === job.title)).toEqual([]);
  },
);

const withPhotos = withMedia.filter(({ kind }) => kind.mediaType.startsWith('image/'));

it.each(withPhotos)('the last photo of a $name that another try has brought, too, is removed', async ({ kind }) => {
  const { job, step } = await going.broughtTwice(kind);
  expect(step).toMatchObject({ do: 'upload' });
  const known = (await Upload.ofAssignment(job.assignmentId)).map(({ objectId }) => objectId);
  const left = kind.leftOn(await publishing.sandbox.state(), job.channel.channelId) as { id: string }[];
  expect(left).toHaveLength(kind.mediaCount);
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set(known));
});

describe('a draft that takes the place of another', () => {
  const kind = kindOf({ platform: 'facebook', type: 'link' });
  const link = 'https://example.com/another';
  /** A job whose draft has another link than its payload. */
  async function relinkedJob(): Promise<going.ProcessingJob> {
    const job = await processingJob(kind);
    await publishing.fault(kind.calls.look, { status: 503 });
    await failureOf(job);
    await publishing.database.query(
      'UPDATE assignments SET payload = payload || $1::jsonb WHERE id = $2 RETURNING id',
      [JSON.stringify({ link }), job.assignmentId],
    );
    return job;
  }
  const seen = async ({ title }: going.ProcessingJob) =>
    kind.postsOf(await publishing.sandbox.state()).filter((post) => post.title === title);

  it('is noted before that one is removed, whatever comes of the removal', async () => {
    const job = await relinkedJob();
    await publishing.fault(kind.calls.remove, { loseAnswer: true });
    const { platformPostId } = await publish(job);
    expect(await seen(job)).toMatchObject([{ id: platformPostId }]);
    expect(kind.payloadOf(await publishing.sandbox.state(), platformPostId)).toMatchObject({ link });
  });

  it('leaves nothing to its job where that one was removed at once', async () => {
    const job = await relinkedJob();
    expect(await going.finish(job, await publish(job))).toMatchObject({ do: 'end', as: 'published' });
    expect([await going.cleanupOf(job), (await seen(job)).length]).toEqual(['none', 1]);
  });

  it.each<[string, (job: going.ProcessingJob, post: Post) => Promise<unknown>]>([
    ['published', going.finish],
    [
      'cancelled',
      async ({ assignmentId }) =>
        publishing.database.query(
          `UPDATE assignments SET status = 'cancelled', cleanup = 'due' WHERE id = $1 RETURNING id`,
          [assignmentId],
        ),
    ],
  ])('leaves that one to be removed at the end of its job where it could not be at once: %s', async (_what, end) => {
    const job = await relinkedJob();
    await publishing.fault(kind.calls.remove, { status: 503 });
    const post = await publish(job);
    expect(await seen(job)).toHaveLength(2);
    await end(job, post);
    expect(await going.cleanupOf(job)).toBe('due');
    await going.cleanUp(job);
    expect(await going.cleanupOf(job)).toBe('done');
    expect(await seen(job)).toMatchObject([{ id: post.platformPostId, audience: 'public' }]);
  });

  it('is told to the run of its job, which removes it after the post is published', async () => {
    const job = await relinkedJob();
    await publishing.fault(kind.calls.remove, { status: 503 });
    expect(await going.finish(job, await publish(job))).toMatchObject({
      do: 'end',
      as: 'published',
      debts: ['cleanUp'],
    });
  });
});

it('the call that stages a payload is not made where the platform was given it already', async () => {
  const job = await processingJob();
  await publish(job);
  expect(await publicationsOf(job)).toHaveLength(1);
});
