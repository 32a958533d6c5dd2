import { madeBy } from '../../support/runs/madeBy';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { Upload } from '../../../models/assignments/Upload';
import { reportStep } from '../../../activities/run/report';
import type { Post } from '../../../platforms/Publisher';
import { kindOf, kinds, oneOfEachPlatform, wordsFor } from '../../kinds';
import { until } from '../../support/until';
import * as going from './going';

const { publishing, broughtAssignment, processingAssignment, publish, publishBy, prepareBy, failureOf } = going;
const { attemptsOf, letLeaseEnd, publicationsOf } = going;

describe.each(oneOfEachPlatform())('the call that stages an edited payload of a $platform $type', (kind) => {
  async function editedAssignment(): Promise<going.ProcessingAssignment> {
    const assignment = await processingAssignment(kind);
    const title = `${assignment.title} Edited`;
    await publishing.database.query(
      'UPDATE assignments SET payload = payload || $1::jsonb WHERE id = $2 RETURNING id',
      [JSON.stringify({ [kind.titleField]: title }), assignment.assignmentId],
    );
    return { ...assignment, title };
  }

  it('has a lease of its own, which is over before the post is published', async () => {
    const assignment = await editedAssignment();
    const seen: { notAfterMs: number; attempts: going.Attempt[] }[] = [];
    await publishBy(assignment, (publisher) => ({
      stage: async (call, ...rest) => {
        seen.push({ notAfterMs: call.notAfterMs, attempts: await attemptsOf(assignment) });
        return publisher.stage(call, ...rest);
      },
    }));
    expect(seen).toEqual([{ notAfterMs: expect.any(Number), attempts: [expect.objectContaining({ outcome: null })] }]);
    expect(Number.isFinite(seen[0]!.notAfterMs)).toBe(true);
    expect(await attemptsOf(assignment)).toMatchObject([{ outcome: 'happened' }]);
  });

  it('is waited for by everybody else who would stage or publish, until it can no longer arrive', async () => {
    const assignment = await editedAssignment();
    await publishing.database.query(
      `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
       VALUES ($1, 1, 'stage', '{}', clock_timestamp() + interval '10 seconds') RETURNING id`,
      [assignment.assignmentId],
    );
    expect(await failureOf(assignment)).toMatchObject({ type: 'AWAITING_LEASE', category: 'BENIGN' });
    expect(await publishing.callsSince(assignment.since)).toEqual([]);
    await letLeaseEnd(assignment);
    const { platformPostId } = await publish(assignment);
    const posts = kind.postsOf(await publishing.sandbox.state());
    expect(posts).toContainEqual(
      expect.objectContaining({ id: platformPostId, title: assignment.title, audience: 'public' }),
    );
  });
});

const unavailable = { type: 'PLATFORM_UNAVAILABLE', nonRetryable: false };
const withoutMedia = kinds.filter(({ mediaCount }) => mediaCount === 0);

describe.each(withoutMedia)('a draft of a $platform $type that comes when its assignment has moved on', (kind) => {
  /** The post of an assignment whose row is changed so in the moment in which the platform has made the draft. */
  async function draftedLate(change: string): Promise<{ assignment: going.ProcessingAssignment; draftId: string }> {
    const assignment = await broughtAssignment(kind);
    const update = async (values: string) =>
      publishing.database.query(`UPDATE assignments SET ${values} WHERE id = $1 RETURNING id`, [
        assignment.assignmentId,
      ]);
    await update(`scheduled_at = now() + interval '1 hour'`);
    await reportStep(publishing.deps, assignment, { is: 'uploaded', generation: 1 });
    const drafts: unknown[] = [];
    const preparing = prepareBy(assignment, (publisher) => ({
      stage: async (...given) => {
        const draftId = await publisher.stage(...given);
        drafts.push(draftId);
        await update(change);
        return draftId;
      },
    }));
    expect(await preparing).toMatchObject({ do: 'end' });
    expect(drafts).toEqual([expect.any(String)]);
    expect(await attemptsOf(assignment)).toEqual([]);
    return { assignment, draftId: drafts[0] as string };
  }
  const seen = async ({ title }: going.ProcessingAssignment) =>
    kind.postsOf(await publishing.sandbox.state()).filter((post) => post.title === title);

  it('because it was cancelled is noted: the assignment owes its removal, also where the first try of that fails', async () => {
    const { assignment } = await draftedLate(`status = 'cancelled'`);
    expect(await going.cleanupOf(assignment)).toBe('due');
    await publishing.fault(kind.calls.remove, { status: 503 });
    await expect(going.cleanUp(assignment)).rejects.toMatchObject(unavailable);
    await going.cleanUp(assignment);
    expect([await going.cleanupOf(assignment), await seen(assignment)]).toEqual(['done', []]);
  });

  it('because its run is cancelled in the middle of the call that makes it is noted, and removed', async () => {
    const assignment = await broughtAssignment(kind);
    await publishing.database.query(
      `UPDATE assignments SET scheduled_at = now() + interval '1 hour' WHERE id = $1 RETURNING id`,
      [assignment.assignmentId],
    );
    await reportStep(publishing.deps, assignment, { is: 'uploaded', generation: 1 });
    await publishing.fault(kind.calls.stage, { delayMs: 500 });
    const run = going.environment();
    const preparing = going.prepareIn(run, assignment).catch((error: unknown) => error);
    // The platform has made it, and has not answered.
    await until(async () => (await seen(assignment)).length === 1);
    await going.cancel(assignment);
    run.cancel();
    await preparing;
    expect(await going.cleanupOf(assignment)).toBe('due');
    expect(await seen(assignment)).toHaveLength(1);
    await going.cleanUp(assignment);
    expect(await seen(assignment)).toEqual([]);
  });

  it('because another generation has begun is left to that one where its removal fails meanwhile', async () => {
    const { assignment } = await draftedLate(`status = 'cancelled'`);
    const words = { seen: 'It is away.', todo: 'Retry later.' };
    const cleaning = going.cleanUpBy(assignment, () => ({
      remove: async () => {
        const begin = 'UPDATE assignments SET generation = 2 WHERE id = $1 RETURNING id';
        await publishing.database.query(begin, [assignment.assignmentId]);
        throw new PublishFailure('PLATFORM_UNAVAILABLE', words, { transient: true });
      },
    }));
    await expect(cleaning).resolves.toBeUndefined();
    expect(await going.cleanupOf(assignment)).toBe('due');
    await going.cleanUp({ ...assignment, generation: 2 });
    expect(await seen(assignment)).toEqual([]);
  });

  it('and is owed to be removed is removed at the time of the next run, before another one is made', async () => {
    const assignment = await broughtAssignment(kind);
    const update = async (values: string) =>
      publishing.database.query(`UPDATE assignments SET ${values} WHERE id = $1 RETURNING id`, [
        assignment.assignmentId,
      ]);
    await update(`scheduled_at = now() + interval '1 hour'`);
    await reportStep(publishing.deps, assignment, { is: 'uploaded', generation: 1 });
    await prepareBy(assignment, () => ({}));
    const [draft] = await seen(assignment);
    await update(`generation = 2, status = 'pending', cleanup = 'due', scheduled_at = now(), prepared_at = NULL`);
    const step = await going.publishOnTime({ ...going.runOf(assignment), generation: 2, isWithoutMedia: true });
    expect(step).toMatchObject({ do: 'end', as: 'published' });
    expect(await seen(assignment)).toEqual([expect.objectContaining({ audience: 'public' })]);
    expect((await seen(assignment))[0]!.id).not.toBe(draft!.id);
  });

  it('because it has another generation is taken over by that', async () => {
    const { assignment, draftId } = await draftedLate('generation = 2');
    const next = { ...assignment, generation: 2 };
    await prepareBy(next, () => ({}));
    expect((await madeBy(publishing.deps.secrets, next))!.made.draftId).toBe(draftId);
    expect(await seen(assignment)).toMatchObject([{ id: draftId }]);
  });
});

describe.each(withoutMedia.filter(({ platform }) => platform === 'facebook'))('a draft of a Facebook $type', (kind) => {
  it('that comes when a later call has made another does not take its place, so that no post is made twice', async () => {
    const assignment = await processingAssignment(kind);
    const late = publishBy(assignment, (publisher) => ({
      stage: async (...given) => {
        const draftId = await publisher.stage(...given);
        await letLeaseEnd(assignment);
        await publishing.fault(kind.calls.publish, { loseAnswer: true });
        await failureOf(assignment);
        return draftId;
      },
    }));
    await expect(late).rejects.toMatchObject({ type: 'the end of a call' });
    await letLeaseEnd(assignment);
    const { platformPostId } = await publish(assignment);
    expect(await publicationsOf(assignment)).toHaveLength(1);
    const posts = kind.postsOf(await publishing.sandbox.state()).filter(({ title }) => title === assignment.title);
    expect(posts).toMatchObject([{ id: platformPostId, audience: 'public' }]);
  });

  it('gets its payload once more where a call with another one may have arrived', async () => {
    const assignment = await processingAssignment(kind);
    await publishing.fault(kind.calls.look, { status: 503 });
    await failureOf(assignment);
    const setMessage = async (message: string) =>
      publishing.database.query('UPDATE assignments SET payload = payload || $1::jsonb WHERE id = $2 RETURNING id', [
        JSON.stringify({ message }),
        assignment.assignmentId,
      ]);
    await setMessage(`${assignment.title} Edited`);
    await publishing.fault(kind.calls.update, { loseAnswer: true });
    await failureOf(assignment);
    await setMessage(assignment.title);
    await letLeaseEnd(assignment);
    const { platformPostId } = await publish(assignment);
    expect(kind.payloadOf(await publishing.sandbox.state(), platformPostId)).toMatchObject({
      message: assignment.title,
    });
  });
});

const withMedia = kinds.filter(({ mediaCount }) => mediaCount > 0).map((kind) => ({ name: wordsFor(kind), kind }));

it.each(withMedia)(
  'the last medium of a $name that arrives when its assignment was cancelled is owed to be removed, and is',
  async ({ kind }) => {
    await publishing.fault({ method: kind.calls.remove.method, path: '/' }, { status: 503 });
    const { assignment, step } = await going.cancelledWhileArriving(kind);
    expect(step).toMatchObject({ do: 'end', as: 'cancelled' });
    expect(await going.cleanupOf(assignment)).toBe('due');
    await expect(going.cleanUp(assignment)).rejects.toMatchObject(unavailable);
    await going.cleanUp(assignment);
    expect(await going.cleanupOf(assignment)).toBe('done');
    const state = await publishing.sandbox.state();
    expect(kind.leftOn(state, assignment.channel.channelId)).toEqual([]);
    expect(kind.postsOf(state).filter(({ title }) => title === assignment.title)).toEqual([]);
  },
);

const withPhotos = withMedia.filter(({ kind }) => kind.mediaType.startsWith('image/'));

it.each(withPhotos)('the last photo of a $name that another try has brought, too, is removed', async ({ kind }) => {
  const { assignment, step } = await going.broughtTwice(kind);
  expect(step).toMatchObject({ do: 'upload' });
  const known = (await Upload.ofAssignment(assignment.assignmentId)).map(({ objectId }) => objectId);
  const left = kind.leftOn(await publishing.sandbox.state(), assignment.channel.channelId) as { id: string }[];
  expect(left).toHaveLength(kind.mediaCount);
  expect(new Set(left.map(({ id }) => id))).toEqual(new Set(known));
});

describe('a draft that takes the place of another', () => {
  const kind = kindOf({ platform: 'facebook', type: 'link' });
  const link = 'https://example.com/another';
  /** An assignment whose draft has another link than its payload. */
  async function relinkedAssignment(): Promise<going.ProcessingAssignment> {
    const assignment = await processingAssignment(kind);
    await publishing.fault(kind.calls.look, { status: 503 });
    await failureOf(assignment);
    await publishing.database.query(
      'UPDATE assignments SET payload = payload || $1::jsonb WHERE id = $2 RETURNING id',
      [JSON.stringify({ link }), assignment.assignmentId],
    );
    return assignment;
  }
  const seen = async ({ title }: going.ProcessingAssignment) =>
    kind.postsOf(await publishing.sandbox.state()).filter((post) => post.title === title);

  it('is noted before that one is removed, whatever comes of the removal', async () => {
    const assignment = await relinkedAssignment();
    await publishing.fault(kind.calls.remove, { loseAnswer: true });
    const { platformPostId } = await publish(assignment);
    expect(await seen(assignment)).toMatchObject([{ id: platformPostId }]);
    expect(kind.payloadOf(await publishing.sandbox.state(), platformPostId)).toMatchObject({ link });
  });

  it('leaves nothing to its assignment where that one was removed at once', async () => {
    const assignment = await relinkedAssignment();
    expect(await going.finish(assignment, await publish(assignment))).toMatchObject({ do: 'end', as: 'published' });
    expect([await going.cleanupOf(assignment), (await seen(assignment)).length]).toEqual(['none', 1]);
  });

  it.each<[string, (assignment: going.ProcessingAssignment, post: Post) => Promise<unknown>]>([
    ['published', going.finish],
    [
      'cancelled',
      async ({ assignmentId }) =>
        publishing.database.query(
          `UPDATE assignments SET status = 'cancelled', cleanup = 'due' WHERE id = $1 RETURNING id`,
          [assignmentId],
        ),
    ],
  ])('leaves that one to be removed at the end where it could not be at once: %s', async (_what, end) => {
    const assignment = await relinkedAssignment();
    await publishing.fault(kind.calls.remove, { status: 503 });
    const post = await publish(assignment);
    expect(await seen(assignment)).toHaveLength(2);
    await end(assignment, post);
    expect(await going.cleanupOf(assignment)).toBe('due');
    await going.cleanUp(assignment);
    expect(await going.cleanupOf(assignment)).toBe('done');
    expect(await seen(assignment)).toMatchObject([{ id: post.platformPostId, audience: 'public' }]);
  });

  it('is told to the run of its assignment, which removes it after the post is published', async () => {
    const assignment = await relinkedAssignment();
    await publishing.fault(kind.calls.remove, { status: 503 });
    expect(await going.finish(assignment, await publish(assignment))).toMatchObject({
      do: 'end',
      as: 'published',
      debts: ['cleanUp'],
    });
  });
});

it('the call that stages a payload is not made where the platform was given it already', async () => {
  const assignment = await processingAssignment();
  await publish(assignment);
  expect(await publicationsOf(assignment)).toHaveLength(1);
});
