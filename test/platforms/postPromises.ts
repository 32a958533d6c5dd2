import type { Call } from '../../platforms/Call';
import { failureOf, traitsOf } from '../support/failureOf';
import { piecesOf } from '../support/media/media';
import { shownOf } from '../kinds';
import { idOf, madeOf, privately } from './subject';
import type { Subject } from './subject';

/** The promises of `Publisher` about posts. */
export function describePosts(of: () => Subject): void {
  describe('a post', () => {
    it('makes nothing before the last byte, and knows its object afterwards', async () => {
      const { sessions, call, open, media, bytes, posts, everything } = of();
      if (!sessions) return;
      const postsBefore = await posts();
      const session = await open();
      expect(await posts()).toEqual(postsBefore);
      const before = await everything();
      expect(await sessions.ask(call, session, media.sizeBytes)).toEqual({ kind: 'open', nextOffset: 0 });
      expect(await everything()).toEqual(before);
      const state = await sessions.send(call, session, { ...media, offset: 0, body: piecesOf(bytes) });
      expect(state).toEqual({ kind: 'complete', objectId: expect.stringMatching(/./) as string });
      expect(await sessions.ask(call, session, media.sizeBytes)).toEqual(state);
    });

    it('is not public before publish: neither when its media are there nor when it is staged', async () => {
      const { publisher, kind, call, payload, upload, postsSeen, settled, isPublic, payloadOf, publish } = of();
      const { changed } = kind;
      const before = await postsSeen();
      const uploaded = await upload();
      expect(await postsSeen()).toEqual(before);
      const draftId = await publisher.stage(call, uploaded, changed);
      const made = { ...uploaded, draftId };
      expect(await isPublic(idOf(made))).toBe(false);
      expect(await settled(made, changed)).toEqual({ kind: 'ready' });
      expect(await isPublic(idOf(made))).toBe(false);
      expect(await postsSeen()).toEqual(before);

      const { platformPostId, platformUrl } = await publish(made, changed);
      expect(platformUrl).toBe(kind.addressOf(platformPostId));
      expect(platformUrl).toMatch(/^https:\/\//);
      expect(await postsSeen()).toEqual([...before, platformPostId]);
      expect(await payloadOf(platformPostId)).toMatchObject(shownOf(kind, changed));
      expect(changed).not.toMatchObject(payload);
    });

    it('is staged with the payload, once and again: it is the same draft, and nothing changes', async () => {
      const { publisher, kind, call, upload, payloadOf, everything } = of();
      if (!kind.stagesPayload) return;
      const uploaded = await upload();
      const draftId = await publisher.stage(call, uploaded, kind.changed);
      const made = { ...uploaded, draftId };
      const before = await everything();
      expect(await payloadOf(idOf(made))).toMatchObject(shownOf(kind, privately(kind, kind.changed)));
      for (let round = 0; round < 2; round += 1) {
        expect(await publisher.stage(call, made, kind.changed)).toBe(draftId);
        expect(await everything()).toEqual(before);
      }
    });

    it('has the payload of its session where the upload carries it, and staging that changes nothing', async () => {
      const { publisher, sessions, kind, call, payload, upload, payloadOf, everything } = of();
      if (!sessions?.carriesPayload) return;
      const made = await upload();
      expect(await payloadOf(idOf(made))).toMatchObject(privately(kind, payload));
      const before = await everything();
      await publisher.stage(call, made, payload);
      expect(await everything()).toEqual(before);
    });

    it('keeps its audience when it is staged', async () => {
      const { publisher, kind, call, payload, prepare, publish, settled, isPublic } = of();
      const made = await prepare();
      const post = await publish(made);
      await publisher.stage(call, made, privately(kind, payload));
      expect(await isPublic(post.platformPostId)).toBe(true);
      expect(await settled(made)).toEqual({ kind: 'live', post });
    });

    it('is not changed by publish for a private payload', async () => {
      const { publisher, kind, call, payload, prepare, everything, isPublic } = of();
      if (!kind.canBePrivate) return;
      const hidden = privately(kind, payload);
      const made = await prepare(hidden);
      const before = await everything();
      expect(await publisher.publish(call, made, hidden)).toBeTruthy();
      expect(await everything()).toEqual(before);
      expect(await isPublic(idOf(made))).toBe(false);
    });

    it.each(['publish', 'update'] as const)(
      'is rejected by %s if the platform answers that it has another audience than asked',
      async (member) => {
        const { publisher, kind, call, payload, prepare, fault, everything, publish } = of();
        if (!kind.keepsPrivate || !publisher[member]) return;
        const made = await prepare();
        const published = await publish(await prepare());
        const before = await everything();
        await fault(kind.keepsPrivate);
        const failure = await failureOf(
          member === 'publish'
            ? publisher.publish(call, made, payload)
            : publisher.update!(call, published.platformPostId, kind.changed),
        );
        expect(traitsOf(failure)).toEqual({ code: 'PLATFORM_REJECTED', transient: false, tokenRefused: false });
        expect(failure.message).toContain(`"${kind.audienceOf(privately(kind, payload)) as string}"`);
        expect(await everything()).toEqual(before);
      },
    );

    it('changes a published post, its audience included, and keeps it public', async () => {
      const { publisher, call, prepare, publish, settled, isPublic, payloadOf, kind, payload } = of();
      const { payloadFields } = publisher.capabilities;
      const editable = payloadFields.filter(({ editableAfterPublish }) => editableAfterPublish).map(({ name }) => name);
      expect(publisher.update !== undefined).toBe(editable.length > 0);
      if (!publisher.update) return;
      const ofChanged = Object.entries(kind.changed).filter(([name]) => editable.includes(name));
      const changed = { ...payload, ...Object.fromEntries(ofChanged) };
      const made = await prepare();
      const post = await publish(made);
      const { platformPostId } = post;
      const before = await payloadOf(platformPostId);
      expect(before).toMatchObject(shownOf(kind, payload));
      expect(before).not.toMatchObject(shownOf(kind, changed));
      for (let round = 0; round < 2; round += 1) {
        await publisher.update(call, platformPostId, changed);
        expect(await payloadOf(platformPostId)).toMatchObject(shownOf(kind, changed));
        expect(await isPublic(platformPostId)).toBe(true);
        expect(await settled(made, changed)).toEqual({ kind: 'live', post });
      }
    });

    it('says for good that a post is gone which it should change', async () => {
      const { platform, publisher, call, prepare, payloadOf, kind } = of();
      const { changed } = kind;
      const made = await prepare();
      expect(await publisher.remove(call, made)).toBe('gone');
      const changes: Record<'stage' | 'publish' | 'update', (by: Call) => Promise<unknown> | undefined> = {
        stage: async (by) => publisher.stage(by, made, changed),
        publish: async (by) => publisher.publish(by, made, changed),
        update: (by) => publisher.update?.(by, idOf(made), changed),
      };
      for (const [member, change] of Object.entries(changes)) {
        const outcome = change(call);
        if (!outcome) continue;
        const failure = await failureOf(outcome);
        const gone = { code: 'PLATFORM_REJECTED', transient: false, tokenRefused: false };
        expect({ member, ...traitsOf(failure) }).toEqual({ member, ...gone });
        expect(failure.message).toContain(`${platform.name} no longer has`);
      }
      expect(await payloadOf(idOf(made))).toBeUndefined();
    });

    it('is removed while it is not public, then not found, and nothing else is removed', async () => {
      const { publisher, call, prepare, publish, isPublic } = of();
      const [other, made, published] = [await prepare(), await prepare(), await prepare()];
      for (const left of ['gone', 'unknown']) expect(await publisher.remove(call, made)).toBe(left);
      expect(await isPublic(idOf(made))).toBeUndefined();
      expect(await isPublic(idOf(other))).toBe(false);

      const { platformPostId } = await publish(published);
      for (let round = 0; round < 2; round += 1) expect(await publisher.remove(call, published)).toBe('public');
      expect(await isPublic(platformPostId)).toBe(true);
    });

    it('is taken down in each way of its type once it is public, and nothing else is; again, it is so already', async () => {
      const { publisher, call, prepare, publish, isPublic, everything, left } = of();
      const { removal } = publisher.capabilities;
      expect(publisher.takeDown !== undefined).toBe(removal.length > 0);
      const { platformPostId: other } = await publish(await prepare());
      for (const mode of removal) {
        const leftBefore = await left();
        const { platformPostId } = await publish(await prepare());
        expect(await publisher.takeDown!(call, platformPostId, mode)).toBe('done');
        if (mode === 'delete') expect(await left()).toEqual(leftBefore);
        expect(await isPublic(platformPostId)).toBe(mode === 'delete' ? undefined : false);
        const before = await everything();
        expect(await publisher.takeDown!(call, platformPostId, mode)).toBe(mode === 'delete' ? 'unseen' : 'done');
        expect(await everything()).toEqual(before);
      }
      expect(await isPublic(other)).toBe(true);
    });

    it('leaves no session behind that was not finished, and no object of a finished one', async () => {
      const { publisher, sessions, call, payload, open, upload, media, isPublic } = of();
      if (!sessions) return;
      const session = await open();
      const uploaded = await upload();
      const onlySessions = uploaded.items.map((item) => ({ ...item, objectId: null }));
      for (const left of [['gone'], ['gone', 'unknown']]) {
        const unfinished = madeOf(publisher, payload, { session, objectId: null });
        expect(left).toContain(await publisher.remove(call, unfinished));
        expect(left).toContain(await publisher.remove(call, { items: onlySessions, draftId: null }));
      }
      expect(['gone', 'absent']).toContain((await sessions.ask(call, session, media.sizeBytes)).kind);
      for (const { objectId } of uploaded.items) expect(await isPublic(objectId!)).toBeUndefined();
    });

    it('of which nothing was made yet is gone', async () => {
      const { publisher, call, payload, everything } = of();
      const before = await everything();
      for (const made of [
        { items: [], draftId: null },
        madeOf(publisher, payload, { session: null, objectId: null }),
      ]) {
        expect(await publisher.remove(call, made)).toBe('gone');
      }
      expect(await everything()).toEqual(before);
    });
  });
}
