import { broughtAssignment, changesSince, extrasOf, lastSeq, publishing, tried, videoOf, warningsOf } from './dressed';
import type { CreatedRun } from '../../support/runs/publishing';
import type { Json } from '../../support/servers/sandbox';

const comments = { method: 'POST', path: '/youtube/v3/commentThreads' };
const text = 'First!\nMore at https://example.com';

/** A published video that is still to get its comment, of a channel that has allowed comments. */
async function published({ privacy = 'public', scopes = ['youtube', 'youtube.force-ssl'] } = {}): Promise<CreatedRun> {
  const channel = await publishing.connect({ scopes });
  const assignment = await broughtAssignment({ firstComment: text, privacy }, channel);
  expect(await tried('publish', assignment)).toBeUndefined();
  return assignment;
}

async function commentsOn(assignment: CreatedRun): Promise<Json[]> {
  const [{ id }, state] = [await videoOf(assignment), await publishing.sandbox.stateOf('youtube')];
  return state.comments.filter(({ postId }: Json) => postId === id);
}

/** Lets the last call be older than the time for which a comment is looked for. */
const backdate = async ({ assignmentId }: CreatedRun) =>
  publishing.database.query(
    `UPDATE post_extras SET called_at = now() - interval '1 hour' WHERE assignment_id = $1 RETURNING 1`,
    [assignmentId],
  );

const unknown = { 'payload.firstComment': [expect.stringMatching(/gave no answer.*name it once more/)] };

it('is made once the video is live, and the detail has its id', async () => {
  const assignment = await published();
  const pending = { field: 'firstComment', item: null, status: 'pending', id: null, at: null };
  expect(await extrasOf(assignment)).toEqual([pending]);
  const before = await lastSeq();
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await changesSince(before)).toEqual([comments.path]);
  const [made] = await commentsOn(assignment);
  expect(made).toMatchObject({ channelId: assignment.channel.channelId, text });
  const done = { ...pending, status: 'done', id: made.id, at: expect.any(String) };
  expect(await extrasOf(assignment)).toEqual([done]);
  const again = await lastSeq();
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await publishing.callsSince(again)).toEqual([]);
});

it.each<[string, { privacy?: string; scopes?: string[] }, RegExp]>([
  ['is private', { privacy: 'private' }, /A private video takes no comments/],
  ['is of a channel that has not allowed it', { scopes: ['youtube'] }, /again with the feature "comments"/],
])('is a warning where the video %s', async (_what, asked, words) => {
  const assignment = await published(asked);
  const before = await lastSeq();
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await changesSince(before)).toEqual([]);
  expect(await warningsOf(assignment)).toEqual({ 'payload.firstComment': [expect.stringMatching(words)] });
  expect(await extrasOf(assignment)).toMatchObject([{ status: 'failed', at: expect.any(String) }]);
});

it.each([
  ['commentsDisabled', /takes no comments on the video/],
  ['quotaExceeded', /daily YouTube quota is used up/],
  ['processingFailure', /failed to successfully process/],
])('is a warning where YouTube refuses it with %s', async (error, words) => {
  await publishing.fault(comments, { error });
  const assignment = await published();
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await warningsOf(assignment)).toEqual({ 'payload.firstComment': [expect.stringMatching(words)] });
  expect(await commentsOn(assignment)).toEqual([]);
});

describe('after a lost answer', () => {
  it.each([
    [0, []],
    [60_000, ['AWAITING_LEASE']],
  ])('is found, listed after %s ms, and not made again', async (commentLagMs, waits) => {
    await publishing.fault(comments, { loseAnswer: true });
    const assignment = await published();
    await publishing.sandbox.control('POST', '/settings', { commentLagMs });
    expect(await tried('complete', assignment)).toBe('AWAITING_LEASE');
    expect(await extrasOf(assignment)).toMatchObject([{ status: 'pending' }]);
    for (const wait of waits) expect(await tried('complete', assignment)).toBe(wait);
    await publishing.sandbox.control('POST', '/settings', { commentLagMs: 0 });
    expect(await tried('complete', assignment)).toBeUndefined();
    const made = await commentsOn(assignment);
    expect(made).toHaveLength(1);
    expect(await extrasOf(assignment)).toMatchObject([{ status: 'done', id: made[0].id }]);
  });

  it('is never made again: it is looked for, and then given up', async () => {
    await publishing.fault(comments, { error: 'backendError' });
    const assignment = await published();
    expect(await tried('complete', assignment)).toBe('AWAITING_LEASE');
    const before = await lastSeq();
    expect(await tried('complete', assignment)).toBe('AWAITING_LEASE');
    await backdate(assignment);
    expect(await tried('complete', assignment)).toBeUndefined();
    expect(await changesSince(before)).toEqual([]);
    expect(await commentsOn(assignment)).toEqual([]);
    expect(await warningsOf(assignment)).toEqual(unknown);
  });

  it('is looked for although looks are refused meanwhile', async () => {
    await publishing.fault(comments, { loseAnswer: true });
    const assignment = await published();
    expect(await tried('complete', assignment)).toBe('AWAITING_LEASE');
    for (const error of ['quotaExceeded', 'rateLimitExceeded', 'backendError', 'forbidden']) {
      await publishing.fault({ ...comments, method: 'GET' }, { error });
      expect([error, await tried('complete', assignment)]).toEqual([error, 'AWAITING_LEASE']);
    }
    expect(await tried('complete', assignment)).toBeUndefined();
    expect(await commentsOn(assignment)).toHaveLength(1);
  });
});

it('a look that fails before the first call delays the comment, and no more', async () => {
  await publishing.fault({ ...comments, method: 'GET' }, { error: 'backendError' });
  const assignment = await published();
  expect(await tried('complete', assignment)).toBe('EXTRA_FAILED');
  expect(await tried('complete', assignment)).toBeUndefined();
  expect(await commentsOn(assignment)).toHaveLength(1);
});
