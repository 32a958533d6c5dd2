import { failureOf } from '../support/failureOf';
import { idOf, madeOf, privately } from './subject';
import type { Subject } from './subject';

/** The promises of `Publisher` about `look`. */
export function describeLooks(of: () => Subject): void {
  describe('a look', () => {
    it('says ready before publish, and live afterwards with the post that publish has answered', async () => {
      const { prepare, publish, look } = of();
      const made = await prepare();
      expect(await look(made)).toEqual({ kind: 'ready' });
      const post = await publish(made);
      expect(await look(made)).toEqual({ kind: 'live', post });
    });

    it('changes nothing: neither before publish nor afterwards', async () => {
      const { prepare, publish, look, kind, payload, everything } = of();
      const [draft, published] = [await prepare(), await prepare()];
      await publish(published);
      const before = await everything();
      for (const made of [draft, published]) {
        for (const given of [payload, kind.changed, privately(kind, payload)]) await look(made, given);
      }
      expect(await everything()).toEqual(before);
    });

    it('says ready for a private payload, whether publish was called or not', async () => {
      const { publisher, call, kind, payload, prepare, look } = of();
      if (!kind.canBePrivate) return;
      const hidden = privately(kind, payload);
      const made = await prepare(hidden);
      expect(await look(made, hidden)).toEqual({ kind: 'ready' });
      await publisher.publish(call, made, hidden);
      expect(await look(made, hidden)).toEqual({ kind: 'ready' });
    });

    it('says ready of a post to which the platform has refused its audience; it may be published later', async () => {
      const { publisher, call, kind, payload, prepare, publish, look, fault } = of();
      if (!kind.keepsPrivate) return;
      const made = await prepare();
      await fault(kind.keepsPrivate);
      await failureOf(publisher.publish(call, made, payload));
      expect(await look(made)).toEqual({ kind: 'ready' });
      const post = await publish(made);
      expect(await look(made)).toEqual({ kind: 'live', post });
    });

    it('judges by the payload that it is given: a public post is ready for a private payload', async () => {
      const { kind, payload, prepare, publish, look, isPublic } = of();
      if (!kind.canBePrivate) return;
      const made = await prepare();
      const post = await publish(made);
      expect(await look(made, privately(kind, payload))).toEqual({ kind: 'ready' });
      expect(await look(made, payload)).toEqual({ kind: 'live', post });
      expect(await isPublic(post.platformPostId)).toBe(true);
    });

    it('does not guess what became of a post that the platform does not have', async () => {
      const { publisher, call, kind, payload, prepare, look } = of();
      const removed = await prepare();
      await publisher.remove(call, removed);
      const never = {
        ...madeOf(publisher, payload, { session: null, objectId: 'some-object' }),
        draftId: 'some-draft',
      };
      for (const made of [removed, never]) {
        for (const given of [payload, kind.changed, privately(kind, payload)]) {
          const message = expect.stringMatching(/\.$/) as string;
          expect(await look(made, given)).toEqual({ kind: 'unknown', message });
        }
      }
    });

    it('tells posts apart: what is done to one is not seen of another', async () => {
      const { publisher, call, prepare, publish, look } = of();
      const [one, published, removed] = [await prepare(), await prepare(), await prepare()];
      await publish(published);
      await publisher.remove(call, removed);
      expect(new Set([one, published, removed].map(idOf)).size).toBe(3);
      expect((await look(one)).kind).toBe('ready');
      expect((await look(published)).kind).toBe('live');
      expect((await look(removed)).kind).toBe('unknown');
    });
  });
}
