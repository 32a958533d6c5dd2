import { createFacebook } from '../../../platforms/facebook/index';
import { publisherFor } from '../../../platforms/index';
import type { Call } from '../../../platforms/Call';
import type { PlatformObjects, Post, PostState } from '../../../platforms/Publisher';
import type { UploadByMedia } from '../../../platforms/Upload';
import { failureOf } from '../../support/failureOf';
import { facebookSettings } from '../../support/platforms/facebook';
import { useFacebookSandbox } from '../../support/platforms/facebookSandbox';
import { photoBytes, piecesOf, videoBytes } from '../../support/media/media';
import { unlimited } from '../../support/platforms/quota';

const sandbox = useFacebookSandbox();
const sizeBytes = 300_000;

/** A page, and a story of it that is uploaded and nothing more. */
async function uploaded(kind: 'photo' | 'video') {
  const grant = await sandbox.page();
  const publisher = publisherFor(createFacebook(facebookSettings(sandbox.url)), 'story');
  const { image, video } = publisher.upload as UploadByMedia;
  const { accessToken, channelId } = grant;
  const call: Call = {
    accessToken,
    channelId,
    spend: unlimited,
    signal: new AbortController().signal,
    notAfterMs: Infinity,
  };
  const bytes = kind === 'photo' ? photoBytes(sizeBytes) : videoBytes(sizeBytes);
  const media = { contentType: kind === 'photo' ? 'image/jpeg' : 'video/mp4', sizeBytes };
  const part = { ...media, offset: 0, body: piecesOf(bytes) };
  let made: PlatformObjects;
  if (kind === 'photo') made = { items: [{ session: null, objectId: await image.put(call, part) }], draftId: null };
  else {
    const session = await video.open(call, {}, media);
    const state = await video.send(call, session, part);
    if (state.kind !== 'complete') throw new Error(`the upload is ${state.kind}`);
    made = { items: [{ session, objectId: state.objectId }], draftId: null };
  }
  const look = async (): Promise<PostState> => publisher.look(call, made, {});
  return { publisher, call, made, look, stage: async () => publisher.stage(call, made, {}) };
}

type Story = Awaited<ReturnType<typeof uploaded>>;
const storiesOf = async ({ call }: Story): Promise<{ media_id: string; post_id: string }[]> =>
  (await sandbox.graph('GET', `/${call.channelId}/stories`, call.accessToken)).body.data;

describe.each(['photo', 'video'] as const)('a story of a %s', (kind) => {
  const publish = async ({ publisher, call, made, look }: Story): Promise<Post> => {
    const answer = await publisher.publish(call, made, {});
    if (answer !== 'accepted') return answer;
    const state = await look();
    if (state.kind !== 'live') throw new Error(`the story is ${state.kind}`);
    return state.post;
  };

  it('is shown by nobody before it is published, and then live by the id that the page lists', async () => {
    const story = await uploaded(kind);
    expect(await story.stage()).toBeNull();
    expect(await story.look()).toEqual({ kind: 'ready' });
    expect(await storiesOf(story)).toEqual([]);
    const post = await publish(story);
    const [row, ...others] = await storiesOf(story);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ media_id: story.made.items[0]!.objectId, post_id: post.platformPostId });
    expect(post.platformUrl).toMatch(/^https:\/\//);
    expect(await story.look()).toEqual({ kind: 'live', post });
  });

  it('is not published twice by a second call', async () => {
    const story = await uploaded(kind);
    const post = await publish(story);
    expect(await publish(story)).toEqual(post);
    expect(await storiesOf(story)).toHaveLength(1);
  });

  it('is found live after the answer to the call was lost', async () => {
    const story = await uploaded(kind);
    const path = `/v27.0/*/${kind}_stories`;
    await sandbox.control('POST', '/faults', { on: { method: 'POST', path }, do: { loseAnswer: true } });
    expect(await failureOf(publish(story))).toMatchObject({ transient: true });
    expect((await story.look()).kind).toBe('live');
  });

  it('is accepted, and not live, while the page does not list it', async () => {
    const story = await uploaded(kind);
    await sandbox.change({ publishOutcome: 'never' });
    const { publisher, call, made } = story;
    expect(await publisher.publish(call, made, {})).toBe('accepted');
    expect((await story.look()).kind).not.toBe('live');
  });

  it('is accepted where Facebook says that an earlier call has shown it, and the page does not list it yet', async () => {
    const story = await uploaded(kind);
    await sandbox.change({ liveDelayMs: 60_000 });
    const { publisher, call, made } = story;
    expect(await publisher.publish(call, made, {})).toBe('accepted');
    expect(await publisher.publish(call, made, {})).toBe('accepted');
  });

  it('is looked for in the archive of its page once it may be there, and not before', async () => {
    const listed = async () =>
      (await sandbox.calls()).filter(({ path, method }) => method === 'GET' && path.endsWith('/stories'));
    await sandbox.change({}, { clockSkewMs: -25 * 3_600_000 });
    const archived = await uploaded(kind);
    const post = await publish(archived);
    await sandbox.change({}, { clockSkewMs: 0 });
    expect(await archived.look()).toEqual({ kind: 'live', post });
    const before = (await listed()).length;
    expect(await (await uploaded(kind)).look()).toEqual({ kind: 'ready' });
    const calls = (await listed()).slice(before);
    expect(calls.map(({ query }) => new URLSearchParams(query).get('status'))).toEqual(['PUBLISHED']);
  });

  it('is found in a list in which another story tells no id', async () => {
    const story = await uploaded(kind);
    const rows = [{ status: 'PUBLISHED' }, { status: 'PUBLISHED', media_id: story.made.items[0]!.objectId }];
    const own = { ...rows[1], post_id: 5 };
    const on = { method: 'GET', path: '/v27.0/*/stories' };
    await sandbox.control('POST', '/faults', { on, do: { status: 200, body: { data: [...rows, own] } } });
    expect(await story.look()).toMatchObject({ kind: 'live', post: { platformPostId: '5' } });
  });

  it('is removed while nobody sees it, then not found, and stays once it is live', async () => {
    const [unwanted, published] = [await uploaded(kind), await uploaded(kind)];
    for (const left of ['gone', 'unknown'])
      expect(await unwanted.publisher.remove(unwanted.call, unwanted.made)).toBe(left);
    expect((await unwanted.look()).kind).toBe('unknown');
    expect(await failureOf(unwanted.stage())).toMatchObject({ code: 'PLATFORM_REJECTED', transient: false });
    await publish(published);
    expect(await published.publisher.remove(published.call, published.made)).toBe('public');
    expect((await published.look()).kind).toBe('live');
  });

  it('that is there is not lost where Facebook says that something is not: it is the page', async () => {
    const story = await uploaded(kind);
    const path = `/v27.0/*/${kind}_stories`;
    await sandbox.control('POST', '/faults', { on: { method: 'POST', path }, do: { error: 'missingObject' } });
    const failure = await failureOf(publish(story));
    expect(failure).toMatchObject({ code: 'PERMISSION_DENIED', transient: false, isRefusal: true, isLost: false });
    expect(await story.look()).toEqual({ kind: 'ready' });
  });

  it('that is gone after a call that may have published it is not said to be refused', async () => {
    const story = await uploaded(kind);
    await story.publisher.remove(story.call, story.made);
    const path = `/v27.0/*/${kind}_stories`;
    await sandbox.control('POST', '/faults', { on: { method: 'POST', path }, do: { status: 503 } });
    expect(await failureOf(publish(story))).toMatchObject({ transient: true, isRefusal: false });
    expect(await failureOf(publish(story))).toMatchObject({ transient: false, isRefusal: true });
  });
});
