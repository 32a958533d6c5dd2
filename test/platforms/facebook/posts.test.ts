import { createFacebook } from '../../../platforms/facebook/index';
import { publisherFor } from '../../../platforms/index';
import type { Call } from '../../../platforms/Call';
import type { DirectUpload } from '../../../platforms/Upload';
import type { PlatformObjects } from '../../../platforms/Publisher';
import { failureOf } from '../../support/failureOf';
import { facebookSettings } from '../../support/platforms/facebook';
import { useFacebookSandbox } from '../../support/platforms/facebookSandbox';
import { photoBytes, piecesOf } from '../../support/media/media';
import { unlimited } from '../../support/platforms/quota';

const sandbox = useFacebookSandbox();
const nothing: PlatformObjects = { items: [], draftId: null };

async function openPage(type: 'text' | 'link' | 'image') {
  const { accessToken, channelId } = await sandbox.page();
  const call: Call = {
    accessToken,
    channelId,
    spend: unlimited,
    signal: new AbortController().signal,
    notAfterMs: Infinity,
  };
  return { publisher: publisherFor(createFacebook(facebookSettings(sandbox.url)), type), call };
}

const postsOf = async (): Promise<{ id: string; link: string | null; message: string; audience: string }[]> =>
  (await sandbox.facebookState()).posts;

it('a draft with another link is another one, beside the one before', async () => {
  const { publisher, call } = await openPage('link');
  const first = await publisher.stage(call, nothing, { link: 'https://example.com/one', message: 'M' });
  const made = { ...nothing, draftId: first };
  expect(await publisher.stage(call, made, { link: 'https://example.com/one', message: 'N' })).toBe(first);
  const second = await publisher.stage(call, made, { link: 'https://example.com/two', message: 'N' });
  expect(second).not.toBe(first);
  expect(await postsOf()).toMatchObject([
    { id: first, link: 'https://example.com/one', message: 'N', audience: 'draft' },
    { id: second, link: 'https://example.com/two', message: 'N', audience: 'draft' },
  ]);
});

it('a draft cannot be made of photos that Facebook has dropped: they are lost', async () => {
  const { publisher, call } = await openPage('image');
  const bytes = photoBytes(50_000);
  const part = { contentType: 'image/jpeg', sizeBytes: bytes.length, offset: 0, body: piecesOf(bytes) };
  const objectId = await (publisher.upload as DirectUpload).put(call, part);
  const made = { items: [{ session: null, objectId }], draftId: null };
  await publisher.remove(call, made);
  const failure = await failureOf(publisher.stage(call, made, { message: 'M' }));
  expect(failure).toMatchObject({ code: 'PLATFORM_REJECTED', isLost: true });
});

it('a page that Facebook does not show is told as such, and not as a lost post', async () => {
  const { publisher, call } = await openPage('text');
  await sandbox.control('POST', '/faults', {
    on: { method: 'POST', path: '/v27.0/*/feed' },
    do: { error: 'missingObject' },
  });
  const failure = await failureOf(publisher.stage(call, nothing, { message: 'M' }));
  expect(failure).toMatchObject({ code: 'PERMISSION_DENIED', transient: false, isLost: false });
  expect(failure.message).toContain('no longer has the page, or does not show it to us');
});

it('a draft that is gone when its message is changed is lost', async () => {
  const { publisher, call } = await openPage('text');
  const made = { ...nothing, draftId: await publisher.stage(call, nothing, { message: 'M' }) };
  await sandbox.control('POST', '/faults', {
    on: { method: 'POST', path: '/v27.0/*' },
    do: { error: 'missingObject' },
  });
  const failure = await failureOf(publisher.stage(call, made, { message: 'N' }));
  expect(failure).toMatchObject({ code: 'PLATFORM_REJECTED', isLost: true });
});

it('a draft of photos whose id was lost with the answer is found again, with the message that counts', async () => {
  const { publisher, call } = await openPage('image');
  const bytes = photoBytes(50_000);
  const part = { contentType: 'image/jpeg', sizeBytes: bytes.length, offset: 0, body: piecesOf(bytes) };
  const objectId = await (publisher.upload as DirectUpload).put(call, part);
  const made = { items: [{ session: null, objectId }], draftId: null };
  await sandbox.control('POST', '/faults', {
    on: { method: 'POST', path: '/v27.0/*/feed' },
    do: { loseAnswer: true },
  });
  expect(await failureOf(publisher.stage(call, made, { message: 'One' }))).toMatchObject({ transient: true });
  const draftId = await publisher.stage(call, made, { message: 'Two' });
  expect(await postsOf()).toMatchObject([{ id: draftId, message: 'Two', audience: 'draft' }]);
  expect(await publisher.remove(call, made)).toBe('gone');
  expect(await postsOf()).toEqual([]);
});

it('a text that the page has already is a duplicate, and ours is not taken for live', async () => {
  const { publisher, call } = await openPage('text');
  const drafts = [];
  for (let nth = 0; nth < 2; nth += 1) drafts.push(await publisher.stage(call, nothing, { message: 'Again' }));
  const [first, second] = drafts.map((draftId) => ({ ...nothing, draftId }));
  expect(await publisher.publish(call, first!, {})).toMatchObject({ platformPostId: first!.draftId });
  const failure = await failureOf(publisher.publish(call, second!, {}));
  expect(failure).toMatchObject({ code: 'DUPLICATE_CONTENT', transient: false });
  expect(await publisher.look(call, second!, {})).toEqual({ kind: 'ready' });
});

it('a refusal as a duplicate is the post that was asked for, where that is live', async () => {
  const { publisher, call } = await openPage('text');
  const made = { ...nothing, draftId: await publisher.stage(call, nothing, { message: 'Once' }) };
  const post = await publisher.publish(call, made, {});
  await sandbox.control('POST', '/faults', { on: { method: 'POST', path: '/v27.0/*' }, do: { error: 'duplicate' } });
  expect(await publisher.publish(call, made, {})).toEqual(post);
});

it.each(['own', 'either'])(
  'a post is published whichever parameter Facebook listens to: %s',
  async (publishParameter) => {
    await sandbox.change({ publishParameter, createdTime: 'published' });
    const { publisher, call } = await openPage('text');
    const made = { ...nothing, draftId: await publisher.stage(call, nothing, { message: 'M' }) };
    expect(await publisher.publish(call, made, {})).toMatchObject({ platformPostId: made.draftId });
  },
);

it.each(['never', 'draft'])(
  'a call that was taken and had no effect is accepted, not published: %s',
  async (outcome) => {
    const { publisher, call } = await openPage('text');
    const made = { ...nothing, draftId: await publisher.stage(call, nothing, { message: 'M' }) };
    await sandbox.change({ publishOutcome: outcome });
    expect(await publisher.publish(call, made, {})).toBe('accepted');
    expect(await publisher.look(call, made, {})).toEqual({ kind: 'ready' });
  },
);

it('a draft whose life is over is unknown, not published and not gone', async () => {
  await sandbox.change({ draftLifetimeMs: 1 });
  const { publisher, call } = await openPage('text');
  const made = { ...nothing, draftId: await publisher.stage(call, nothing, { message: 'M' }) };
  await sandbox.change({}, { clockSkewMs: 1000 });
  expect((await publisher.look(call, made, {})).kind).toBe('unknown');
});

it('a message of 63,206 characters in CJK goes out and comes back whole', async () => {
  const { publisher, call } = await openPage('text');
  const message = '漢'.repeat(63_206);
  await publisher.stage(call, nothing, { message });
  expect(await postsOf()).toMatchObject([{ message }]);
});
