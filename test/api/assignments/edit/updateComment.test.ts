import type { Json } from '../../../support/servers/sandbox';
import { usePublishedVideo } from '../publishedVideo';

const { sandbox, app, post } = usePublishedVideo();

const comments = { method: 'POST', path: '/youtube/v3/commentThreads' };
const text = 'More at https://example.com';

// A private video takes no comments.
beforeEach(async () => post.update({ privacy: 'public' }));

const update = async (change: object) => post.update(change);
const made = async (): Promise<string[]> => {
  const state = await sandbox.stateOf('youtube');
  return state.comments.filter(({ postId }: Json) => postId === post.videoId).map((one: Json) => one.text);
};
const stateOf = async () => {
  const { extras, warnings } = await post.detail();
  return { extras: extras.map(({ field, status }: Json) => [field, status]), warnings };
};
const used = ({ headers }: { headers: Headers }) => headers.get('x-credits-used');
/** Ends the lease of an earlier try, and the time for which its comment is looked for. */
const endLease = async () =>
  app.database.query(
    `UPDATE post_extras SET lease_until = '-infinity', called_at = called_at - interval '1 hour' WHERE assignment_id = $1`,
    [post.id],
  );

it('makes the comment before it answers, for one credit; the same again is free', async () => {
  const answer = await update({ firstComment: text });
  expect([answer.status, used(answer), answer.body.warnings]).toEqual([200, '1', undefined]);
  expect(await made()).toEqual([text]);
  expect(await stateOf()).toEqual({ extras: [['firstComment', 'done']], warnings: {} });
  expect(used(await update({ firstComment: text }))).toBe('0');
  expect(await made()).toEqual([text]);
});

it('refuses another text for a comment that is made, and changes nothing', async () => {
  await update({ firstComment: text });
  const answer = await update({ firstComment: 'Another', title: 'Another title' });
  expect([answer.status, answer.body.details]).toEqual([
    400,
    { 'payload.firstComment': ['cannot be changed: it is made'] },
  ]);
  expect(await made()).toEqual([text]);
  expect((await post.video()).snippet.title).not.toBe('Another title');
});

it('refuses a comment on a video made for kids', async () => {
  const words = ['must be left out: a video made for kids has no comments'];
  expect((await update({ madeForKids: true, firstComment: text })).body.details).toEqual({
    'payload.firstComment': words,
  });
});

it('takes another text after a refusal, and the same one', async () => {
  for (const one of ['Another', text, text]) {
    await post.fault(comments, { error: 'commentsDisabled' });
    const answer = await update({ firstComment: one });
    expect([answer.status, used(answer)]).toEqual([200, '1']);
    expect(answer.body.warnings['payload.firstComment']).toEqual([expect.stringMatching(/takes no comments/)]);
    expect(await stateOf()).toMatchObject({ extras: [['firstComment', 'failed']] });
  }
  expect((await update({ firstComment: text })).body.warnings).toBeUndefined();
  expect(await made()).toEqual([text]);
});

it.each([
  ['was made', { loseAnswer: true }],
  ['was not made', { error: 'backendError' }],
])('says after a lost answer that it may be on its way, and makes none twice, where it %s', async (what, fault) => {
  await post.fault(comments, fault);
  const answer = await update({ firstComment: text });
  const onItsWay = [expect.stringMatching(/may still be on its way/)];
  expect([answer.status, answer.body.warnings]).toEqual([200, { 'payload.firstComment': onItsWay }]);
  expect(await stateOf()).toMatchObject({ extras: [['firstComment', 'failed']] });
  // Another text waits until the first one is known to be there or not.
  expect((await update({ firstComment: 'Another' })).body.warnings).toEqual({ 'payload.firstComment': onItsWay });

  await endLease();
  expect((await update({ firstComment: text })).body.warnings?.['payload.firstComment'] ?? []).toHaveLength(
    what === 'was made' ? 0 : 1,
  );
  await endLease();
  await update({ firstComment: text });
  expect(await made()).toEqual([text]);
  expect(await stateOf()).toEqual({ extras: [['firstComment', 'done']], warnings: {} });
});
