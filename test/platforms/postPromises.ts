import { setTimeout as sleep } from 'node:timers/promises';
import { failureOf, traitsOf } from '../support/failureOf';
import { piecesOf } from '../support/media';
import type { Subject } from './subject';

/** What `Platform` promises of posts. */
export function describePosts(of: () => Subject): void {
  describe('a post', () => {
    it('counts a channel and a post in whole numbers, and knows no post that is not there', async () => {
      const { platform, call, upload } = of();
      const post = await upload();
      const [ofChannel, ofPost] = [await platform.stats.channel(call), await platform.stats.post(call, post)];
      expect(Object.keys(ofChannel).sort()).toEqual(['subscribers', 'totalPosts', 'totalViews']);
      expect(Object.keys(ofPost!).sort()).toEqual(['comments', 'likes', 'shares', 'views']);
      for (const count of Object.values({ ...ofChannel, ...ofPost })) expect(Number.isInteger(count)).toBe(true);
      expect(await platform.stats.post(call, { ...post, platformPostId: 'some-post' })).toBeNull();
    });

    it('makes nothing before the last byte, and nothing public before publish', async () => {
      const { platform, call, open, media, bytes, isPublic, payloadOf, kind } = of();
      const { type, changed } = kind;
      const session = await open();
      expect(await platform.upload.ask(call, session, media.sizeBytes)).toEqual({ kind: 'open', nextOffset: 0 });
      const state = await platform.upload.send(call, session, { ...media, offset: 0, body: piecesOf(bytes) });
      expect(state).toMatchObject({ kind: 'complete' });
      expect(await platform.upload.ask(call, session, media.sizeBytes)).toEqual(state);

      const { platformPostId } = state as { platformPostId: string };
      const post = { type, platformPostId };
      await platform.applyPayload(call, post, changed);
      await platform.applyPayload(call, post, changed);
      while ((await platform.processing(call, post)).kind === 'processing') await sleep(10);
      expect(await platform.processing(call, post)).toEqual({ kind: 'ready' });
      expect(await platform.reconcile(call, post, changed)).toEqual({ kind: 'notHappened' });
      expect(await isPublic(platformPostId)).toBe(false);

      const published = await platform.publish(call, post, changed);
      expect(await isPublic(platformPostId)).toBe(true);
      expect(await payloadOf(platformPostId)).toMatchObject(changed);
      expect(published.platformUrl).toMatch(/^https:\/\//);
      expect(await platform.reconcile(call, post, changed)).toEqual({ kind: 'happened', post: published });
    });

    it('changes a published post, its audience included, and keeps it public', async () => {
      const { platform, call, upload, isPublic, payloadOf, kind, payload } = of();
      const { changed } = kind;
      if (!platform.update) return;
      const post = await upload();
      await platform.publish(call, post, payload);
      const before = await payloadOf(post.platformPostId);
      expect(before).toMatchObject(payload);
      expect(before).not.toMatchObject(changed);
      for (let round = 0; round < 2; round += 1) {
        await platform.update(call, post, changed);
        expect(await payloadOf(post.platformPostId)).toMatchObject(changed);
        expect(await isPublic(post.platformPostId)).toBe(true);
      }
    });

    it('says for good that a post is gone which it should change, and does not guess what became of it', async () => {
      const { platform, call, upload, payloadOf, kind } = of();
      const { changed } = kind;
      const post = await upload();
      await platform.remove(call, { session: null, platformPostId: post.platformPostId });
      for (const member of ['applyPayload', 'publish', 'update'] as const) {
        if (!platform[member]) continue;
        const failure = await failureOf(platform[member](call, post, changed));
        const gone = { code: 'PLATFORM_REJECTED', transient: false, tokenRefused: false };
        expect({ member, ...traitsOf(failure) }).toEqual({ member, ...gone });
        expect(failure.message).toContain(`${platform.name} no longer has`);
      }
      expect(await platform.reconcile(call, post, changed)).toEqual({ kind: 'unknown' });
      expect(await payloadOf(post.platformPostId)).toBeUndefined();
    });

    it('is neither changed nor removed after the end of the lease, and that may be tried again', async () => {
      const { platform, call, upload, payloadOf, kind } = of();
      const { changed } = kind;
      const post = await upload();
      const before = await payloadOf(post.platformPostId);
      const late = { ...call, notAfterMs: performance.now() };
      const changes = [
        async () => platform.applyPayload(late, post, changed),
        async () => platform.publish(late, post, changed),
        async () => platform.remove(late, { session: null, platformPostId: post.platformPostId }),
        ...(platform.update ? [async () => platform.update!(late, post, changed)] : []),
      ];
      for (const change of changes) expect(await failureOf(change())).toMatchObject({ transient: true });
      expect(before).toBeDefined();
      expect(await payloadOf(post.platformPostId)).toEqual(before);
    });

    it('removes what is not public, again and again, and nothing else', async () => {
      const { platform, call, open, media, upload, isPublic, payload } = of();
      const { platformPostId } = await upload();
      const session = await open();
      for (let round = 0; round < 2; round += 1) {
        expect(await platform.remove(call, { session: null, platformPostId })).toBe('gone');
        expect(await platform.remove(call, { session, platformPostId: null })).toBe('gone');
      }
      expect(await isPublic(platformPostId)).toBeUndefined();
      expect(await platform.upload.ask(call, session, media.sizeBytes)).toEqual({ kind: 'gone' });

      const post = await upload();
      await platform.publish(call, post, payload);
      expect(await platform.remove(call, { session: null, platformPostId: post.platformPostId })).toBe('public');
      expect(await isPublic(post.platformPostId)).toBe(true);
    });
  });
}
