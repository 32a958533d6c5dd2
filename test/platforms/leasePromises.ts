import type { Call } from '../../platforms/Call';
import { failureOf } from '../support/failureOf';
import { pictureOf, piecesOf } from '../support/media/media';
import { makePng } from '../support/media/mediaFiles';
import { madeOf } from './subject';
import type { Subject } from './subject';

/** The promises of `Call` about `notAfterMs`. */
export function describeLeases(of: () => Subject): void {
  describe('a call that changes something', () => {
    it('does nothing after the end of the lease, says so, and may be tried again', async () => {
      const { call, everything } = of();
      const changes = await changesOf(of());
      const before = await everything();
      for (const [member, change] of changes) {
        const failure = await failureOf(change({ ...call, notAfterMs: performance.now() }));
        expect([member, failure.transient, failure.isRefusal]).toEqual([member, true, true]);
      }
      expect(await everything()).toEqual(before);
    });

    it('does its work before the end of the lease', async () => {
      const { call, everything } = of();
      for (const [member, change] of await changesOf(of())) {
        const before = await everything();
        await change({ ...call, notAfterMs: performance.now() + 60_000 });
        expect([member, await everything()]).not.toEqual([member, before]);
      }
    });
  });
}

type Change = readonly [member: string, (by: Call) => Promise<unknown>];

/** Everything that can be changed, one after the other: each of these calls has something left to do. */
async function changesOf(subject: Subject): Promise<Change[]> {
  const { publisher, kind, prepare, publish } = subject;
  const { changed } = kind;
  const [draft, unwanted, published] = [await prepare(), await prepare(), await prepare()];
  const { platformPostId } = await publish(published);
  const update = publisher.update?.bind(publisher);
  return [
    ...(await uploadsOf(subject)),
    ...(kind.stagesPayload ? [['stage', async (by) => publisher.stage(by, draft, changed)] satisfies Change] : []),
    ['publish', async (by) => publisher.publish(by, draft, changed)],
    ...(await extrasOf(subject, platformPostId)),
    ...(update ? [['update', async (by) => update(by, platformPostId, changed)] satisfies Change] : []),
    ...(await takeDownsOf(subject)),
    ['remove', async (by) => publisher.remove(by, unwanted)],
  ];
}

async function takeDownsOf({ publisher, prepare, publish }: Subject): Promise<Change[]> {
  const changes: Change[] = [];
  for (const mode of publisher.capabilities.removal) {
    const { platformPostId } = await publish(await prepare());
    changes.push([`takeDown ${mode}`, async (by) => publisher.takeDown!(by, platformPostId, mode)]);
  }
  return changes;
}

async function uploadsOf({ publisher, payload, media, bytes, sessions, open }: Subject): Promise<Change[]> {
  const part = () => ({ ...media, offset: 0, body: piecesOf(bytes) });
  const { upload } = publisher;
  if (upload?.kind === 'direct') return [['upload.put', async (by) => upload.put(by, part())]];
  if (!sessions) return [];
  const [session, unfinished] = [await open(), await open()];
  return [
    ['upload.open', async (by) => sessions.open(by, payload, media)],
    ['upload.send', async (by) => sessions.send(by, session, part())],
    ['remove', async (by) => publisher.remove(by, madeOf(publisher, payload, { session: unfinished, objectId: null }))],
  ];
}

async function extrasOf({ publisher, kind, url, grant }: Subject, postId: string): Promise<Change[]> {
  const { picture, place, comment } = publisher.extras ?? {};
  const placeId = place && (await kind.extras!.makePlace(url, grant.accessToken));
  return [
    ...(picture
      ? [['picture.set', async (by) => picture.set(by, postId, pictureOf(makePng(16, 9)))] satisfies Change]
      : []),
    ...(place ? [['place.add', async (by) => place.add(by, postId, placeId!)] satisfies Change] : []),
    ...(comment ? [['comment.add', async (by) => comment.add(by, postId, 'a comment')] satisfies Change] : []),
  ];
}
