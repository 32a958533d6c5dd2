import { Upload } from '../../models/Upload';
import { finishTransfer } from '../../models/transition';
import { kindOf, kinds, oneOfEachPlatform, wordsFor } from '../kinds';
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
  it.each([
    ['was cancelled', `status = 'cancelled'`],
    ['has another generation', 'generation = 2'],
  ])('because it %s is removed: nobody else knows of it', async (_what, change) => {
    const job = await broughtJob(kind);
    const update = async (values: string) =>
      publishing.database.query(`UPDATE assignments SET ${values} WHERE id = $1 RETURNING id`, [job.assignmentId]);
    await update(`scheduled_at = now() + interval '1 hour'`);
    await finishTransfer(job.assignmentId, job.generation);
    const drafts: unknown[] = [];
    const preparing = prepareBy(job, (publisher) => ({
      stage: async (...given) => {
        const draftId = await publisher.stage(...given);
        drafts.push(draftId);
        await update(change);
        return draftId;
      },
    }));
    await expect(preparing).rejects.toMatchObject({ type: 'MOVED_ON', nonRetryable: true });
    expect(drafts).toHaveLength(1);
    expect(kind.postsOf(await publishing.sandbox.state()).filter(({ id }) => drafts.includes(id))).toEqual([]);
    expect(await attemptsOf(job)).toEqual([]);
  });
});

const withMedia = kinds.filter(({ mediaCount }) => mediaCount > 0).map((kind) => ({ name: wordsFor(kind), kind }));

it.each(withMedia)(
  'the last medium of a $name that arrives when its job was cancelled is removed',
  async ({ kind }) => {
    const { job, failure } = await going.cancelledWhileArriving(kind);
    expect(failure).toMatchObject({ type: 'MOVED_ON', nonRetryable: true });
    const state = await publishing.sandbox.state();
    expect(kind.leftOn(state, job.channel.channelId)).toEqual([]);
    expect(kind.postsOf(state).filter(({ title }) => title === job.title)).toEqual([]);
  },
);

const withPhotos = withMedia.filter(({ kind }) => kind.mediaType.startsWith('image/'));

it.each(withPhotos)('the last photo of a $name that another try has brought, too, is removed', async ({ kind }) => {
  const { job, failure } = await going.broughtTwice(kind);
  expect(failure).toMatchObject({ type: 'MOVED_ON', nonRetryable: true });
  const known = (await Upload.ofAssignment(job.assignmentId)).map(({ objectId }) => objectId);
  const left = kind.leftOn(await publishing.sandbox.state(), job.channel.channelId) as { id: string }[];
  expect(left).toHaveLength(kind.mediaCount);
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set(known));
});

it('a draft that takes the place of another is noted before that one is removed, whatever comes of the removal', async () => {
  const kind = kindOf({ platform: 'facebook', type: 'link' });
  const job = await processingJob(kind);
  await publishing.fault(kind.calls.look, { status: 503 });
  await failureOf(job);
  const link = 'https://example.com/another';
  await publishing.database.query('UPDATE assignments SET payload = payload || $1::jsonb WHERE id = $2 RETURNING id', [
    JSON.stringify({ link }),
    job.assignmentId,
  ]);
  await publishing.fault(kind.calls.remove, { loseAnswer: true });
  const { platformPostId } = await publish(job);
  const state = await publishing.sandbox.state();
  expect(kind.postsOf(state).filter(({ title }) => title === job.title)).toMatchObject([{ id: platformPostId }]);
  expect(kind.payloadOf(state, platformPostId)).toMatchObject({ link });
});

it('the call that stages a payload is not made where the platform was given it already', async () => {
  const job = await processingJob();
  await publish(job);
  expect(await publicationsOf(job)).toHaveLength(1);
});
