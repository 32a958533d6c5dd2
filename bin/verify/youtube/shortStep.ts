import { Readable } from 'node:stream';
import { publisherFor } from '../../../platforms/index';
import type { PlatformObjects } from '../../../platforms/Publisher';
import { sendRest } from '../cutUpload';
import { film, picture } from '../media/samples';
import { broken, notSeen, seen } from '../step';
import type { Observation, Step } from '../step';
import { after, found, lookUntil } from '../Walk';
import { publishableUpload } from './uploading';
import { callOf, payload } from './YouTubeWalk';
import type { YouTubeWalk } from './YouTubeWalk';

/** The step about a Short: a tall film, of which YouTube makes one by itself. */
export const shortStep: Step<YouTubeWalk> = {
  id: 'youtube.short.thumbnail',
  assumed: 'A tall film is taken private as any video, and thumbnails.set takes a picture for it.',
  follows: 'Thumbnails of Shorts end in warnings: see setThumbnail in platforms/youtube/extras/extras.ts.',
  restsOn: ['youtube.thumbnail'],
  cost: { uploads: 1, units: 180, drafts: 1 },
  see: async (walk) => seeShort(walk),
};

async function seeShort(walk: YouTubeWalk): Promise<Observation> {
  const publisher = publisherFor(walk.platform, 'short');
  const [way, call, sample] = [publishableUpload({ publisher }), callOf(walk), film('tall')];
  const { contentType, bytes } = sample;
  const session = await way.open(call, payload, { contentType, sizeBytes: bytes.length });
  walk.answers.hide(session);
  let made: PlatformObjects = { items: [{ session, objectId: null }], draftId: null };
  const forget = walk.traces.add('the upload of the test Short', async () => {
    const removal = await publisher.remove(call, made);
    if (removal === 'public') throw new Error('it is not private');
  });
  const { state } = await sendRest({ way, call, session, sample });
  if (state.kind !== 'complete') return broken(`After the last byte the session is ${state.kind}.`);
  made = { items: [{ session: null, objectId: state.objectId }], draftId: null };
  const late = await lookUntil(walk, walk.times.processingMs, async () => {
    const seenNow = await publisher.look(call, made, payload);
    return seenNow.kind === 'processing' || seenNow.kind === 'unknown' ? null : seenNow;
  });
  if (!late) return notSeen('It is not processed in time.', 'Run it again with more --minutes.');
  if (late.value.kind !== 'ready') return broken(`It is ${late.value.kind}.`);
  const { bytes: pixels, contentType: type } = picture();
  const file = { contentType: type, sizeBytes: pixels.length, body: Readable.from([pixels]) };
  await found(publisher.extras?.picture, 'thumbnails').set(call, state.objectId, file);
  const removal = await publisher.remove(call, made);
  if (removal !== 'gone') return broken(`The removal says ${removal}.`);
  forget();
  return seen(`Processed ${after(late.afterMs)}, and the picture was taken.`);
}
