import { Assignment } from '../../../models/assignments/Assignment';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import type { Payload } from '../../../domain/payload/payload';
import type { Post } from '../../../platforms/Publisher';
import { isCall, kinds, wordsFor } from '../../kinds';
import { until } from '../../support/until';
import * as going from './going';

const { publishing, processingAssignment, publish, publishBy } = going;

type Maker = 'app' | 'otherApp' | 'person';
/** Makes a draft of the assignment's own payload, or of a differing payload. @returns its id */
type Make = (by?: Maker, differing?: Payload) => Promise<string>;

const postsBy = async (by: Maker) => publishing.sandbox.control('POST', '/settings', { facebook: { postsBy: by } });

/** A staging call of the assignment whose answer is lost. @param during makes drafts meanwhile */
async function loseStage(
  assignment: going.ProcessingAssignment,
  during: (make: Make) => Promise<unknown>,
): Promise<void> {
  const losing = publishBy(assignment, (publisher) => ({
    stage: async (call, made, payload) => {
      await during(async (by = 'app', differing = {}) => {
        await postsBy(by);
        const draftId = await publisher.stage(call, made, { ...payload, ...differing });
        await postsBy('app');
        return draftId!;
      });
      throw new PublishFailure(
        'PLATFORM_UNAVAILABLE',
        { seen: 'The answer is lost.', todo: 'Retry.' },
        { transient: true },
      );
    },
  }));
  await expect(losing).rejects.toMatchObject({ type: 'PLATFORM_UNAVAILABLE' });
}

/** The next try, once the lost call can no longer arrive. @returns the post, or the end of the try */
async function tryAgain(assignment: going.ProcessingAssignment): Promise<Post | { type: string }> {
  return until(async () => {
    const end = await publish(assignment).catch((error: unknown) => error as { type: string });
    return 'type' in end && end.type === 'AWAITING_LEASE' ? undefined : end;
  });
}

const stagesOf = async ({ kind, since }: going.ProcessingAssignment): Promise<number> =>
  (await publishing.callsSince(since)).filter((call) => isCall(call, kind.calls.stage)).length;
const seen = async ({ channel }: going.ProcessingAssignment) =>
  (await publishing.sandbox.stateOf('facebook')).posts
    .filter(({ pageId }: { pageId: string }) => pageId === channel.channelId)
    .map(({ id, audience }: { id: string; audience: string }) => [id, audience]);

/** Facebook calls every further draft a duplicate. */
async function refuseDrafts({ kind }: going.ProcessingAssignment): Promise<void> {
  await publishing.fault({ ...kind.calls.stage, times: 100 }, { error: 'duplicate' });
}

/** Another assignment of the same channel, with the same payload. */
async function twinOf(assignment: going.ProcessingAssignment): Promise<going.ProcessingAssignment> {
  const twin = await processingAssignment(assignment.kind);
  const { payload } = await Assignment.findByPk(assignment.assignmentId, { raw: true, rejectOnEmpty: true });
  const { connectionId, workspaceId } = assignment.channel;
  await Assignment.update({ connectionId, workspaceId, payload }, { where: { id: twin.assignmentId } });
  return { ...twin, channel: assignment.channel };
}

const withoutMedia = kinds.filter(({ platform, mediaCount }) => platform === 'facebook' && mediaCount === 0);

describe.each(withoutMedia.map((kind) => [wordsFor(kind), kind] as const))(
  'the draft of a %s whose answer was lost',
  (_words, kind) => {
    it('is found and published, and no other one is made', async () => {
      const assignment = await processingAssignment(kind);
      const made: string[] = [];
      await loseStage(assignment, async (make) => made.push(await make()));
      const staged = await stagesOf(assignment);
      await refuseDrafts(assignment);
      expect(await tryAgain(assignment)).toMatchObject({ platformPostId: made[0] });
      expect(await stagesOf(assignment)).toBe(staged);
      expect(await seen(assignment)).toEqual([[made[0], 'public']]);
    });

    it('is given the payload of an edit since', async () => {
      const assignment = await processingAssignment(kind);
      const made: string[] = [];
      await loseStage(assignment, async (make) => made.push(await make()));
      const { payload } = await Assignment.findByPk(assignment.assignmentId, { raw: true, rejectOnEmpty: true });
      const edited = { ...payload, message: `${assignment.title} Edited` };
      await Assignment.update({ payload: edited }, { where: { id: assignment.assignmentId } });
      expect(await tryAgain(assignment)).toMatchObject({ platformPostId: made[0] });
      expect(kind.payloadOf(await publishing.sandbox.state(), made[0]!)).toEqual(edited);
    });

    it('is found after the next one was refused as a duplicate, where it is listed late', async () => {
      const assignment = await processingAssignment(kind);
      const made: string[] = [];
      await loseStage(assignment, async (make) => made.push(await make()));
      const list = { method: 'GET', path: '/v27.0/*/promotable_posts', nth: 1 };
      await publishing.fault(list, { status: 200, body: { data: [] } });
      await refuseDrafts(assignment);
      expect(await tryAgain(assignment)).toMatchObject({ platformPostId: made[0] });
    });

    it('is made anew where the call has made none', async () => {
      const assignment = await processingAssignment(kind);
      await loseStage(assignment, async () => undefined);
      expect(await tryAgain(assignment)).toMatchObject({ platformPostId: expect.any(String) });
      expect(await seen(assignment)).toEqual([[expect.any(String), 'public']]);
    });

    it.each<[string, (make: Make) => Promise<unknown>]>([
      ['a person has made', async (make) => make('person')],
      ['another app has made', async (make) => make('otherApp')],
      ['our app has made of another text', async (make) => make('app', { message: 'Something else' })],
      ['our app has made twice', async (make) => [await make(), await make()]],
    ])('is not taken for one that %s: the post is a duplicate, and nothing is removed', async (_what, during) => {
      const assignment = await processingAssignment(kind);
      await loseStage(assignment, during);
      const before = await seen(assignment);
      await refuseDrafts(assignment);
      expect(await tryAgain(assignment)).toMatchObject({ type: 'DUPLICATE_CONTENT', nonRetryable: true });
      expect(await seen(assignment)).toEqual(before);
    });

    it('is not taken for one of another time', async () => {
      const assignment = await processingAssignment(kind);
      await loseStage(assignment, async (make) => make());
      const before = await seen(assignment);
      await publishing.database.query(
        `UPDATE publish_attempts SET created_at = created_at - interval '1 hour', lease_until = lease_until - interval '1 hour'
         WHERE assignment_id = $1 RETURNING 1`,
        [assignment.assignmentId],
      );
      await refuseDrafts(assignment);
      expect(await tryAgain(assignment)).toMatchObject({ type: 'DUPLICATE_CONTENT' });
      expect(await seen(assignment)).toEqual(before);
    });

    it('is taken by neither of two assignments whose calls may have made it', async () => {
      const assignment = await processingAssignment(kind);
      const twin = await twinOf(assignment);
      await loseStage(twin, async (make) => loseStage(assignment, async () => make()));
      const before = await seen(assignment);
      await refuseDrafts(assignment);
      expect(await tryAgain(assignment)).toMatchObject({ type: 'DUPLICATE_CONTENT' });
      expect(await tryAgain(twin)).toMatchObject({ type: 'DUPLICATE_CONTENT' });
      expect(await seen(assignment)).toEqual(before);
    });

    it('is not taken for the draft that another assignment has', async () => {
      const assignment = await processingAssignment(kind);
      const twin = await twinOf(assignment);
      await publishing.sandbox.control('POST', '/settings', { facebook: { publishOutcome: 'draft' } });
      await loseStage(assignment, async () => publish(twin).catch(() => undefined));
      await publishing.sandbox.control('POST', '/settings', { facebook: { publishOutcome: 'published' } });
      const before = await seen(assignment);
      expect(before).toEqual([[expect.any(String), 'draft']]);
      await refuseDrafts(assignment);
      expect(await tryAgain(assignment)).toMatchObject({ type: 'DUPLICATE_CONTENT' });
      expect(await seen(assignment)).toEqual(before);
    });
  },
);

it('a refusal to list drafts takes none, and the post is made as any other', async () => {
  const [kind] = withoutMedia;
  const assignment = await processingAssignment(kind);
  await loseStage(assignment, async () => undefined);
  await publishing.fault({ method: 'GET', path: '/v27.0/*/promotable_posts' }, { error: 'permissionsMissing' });
  expect(await tryAgain(assignment)).toMatchObject({ platformPostId: expect.any(String) });
});
