import { publishableUpload } from './uploading';
import { sendCut, sendRest } from '../cutUpload';
import type { BegunUpload } from '../cutUpload';
import { film } from '../media/samples';
import { broken, notSeen, seen } from '../step';
import type { Observation, Step } from '../step';
import { after, found, lookUntil } from '../Walk';
import { callOf, deleteVideo, payload, readVideo } from './YouTubeWalk';
import type { YouTubeWalk } from './YouTubeWalk';

/** The steps about the resumable upload (platforms/youtube/upload.ts). */
export const uploadSteps: readonly Step<YouTubeWalk>[] = [
  {
    id: 'youtube.session.open',
    assumed: 'A session opens at a host of Google, and has nothing yet.',
    follows: 'Nothing can be uploaded: see openSession in platforms/youtube/upload.ts.',
    restsOn: ['youtube.channel'],
    cost: { uploads: 1 },
    see: async (walk) => seeOpened(walk),
  },
  {
    id: 'youtube.session.offset',
    assumed: 'After a cut, the session tells how much of the file it has.',
    follows: 'A cut upload begins anew, or fails: see askSession in platforms/youtube/upload.ts.',
    restsOn: ['youtube.session.open'],
    see: async (walk) => seeOffset(walk),
  },
  {
    id: 'youtube.session.rest',
    assumed: 'The rest, sent from there, makes the video; the answer has its id.',
    follows: 'Cut uploads never end: see sendPart in platforms/youtube/upload.ts.',
    restsOn: ['youtube.session.offset'],
    cost: { drafts: 1 },
    see: async (walk) => seeRest(walk),
  },
  {
    id: 'youtube.session.lost-answer',
    assumed: 'A complete session that is asked again names the same video.',
    follows: 'A lost answer would upload the video twice: see "complete" in platforms/youtube/upload.ts.',
    restsOn: ['youtube.session.rest'],
    see: async (walk) => {
      const { film: sample, session, videoId } = walk;
      const sizeBytes = found(sample, 'a film').bytes.length;
      const state = await publishableUpload(walk).ask(callOf(walk), found(session, 'a session'), sizeBytes);
      if (state.kind === 'complete' && state.objectId === videoId) return seen('It names the same video.');
      return broken(state.kind === 'complete' ? 'It names another video.' : `The session is ${state.kind}.`);
    },
  },
  {
    id: 'youtube.session.cancel',
    assumed: 'A session that is cancelled takes nothing more.',
    follows: 'The clean-up cannot end uploads: see cancelSession in platforms/youtube/upload.ts.',
    restsOn: ['youtube.session.open'],
    cost: { uploads: 1 },
    see: async (walk) => seeCancelled(walk),
  },
  {
    id: 'youtube.private',
    assumed: 'The new video is private, and its list says that it is not made for kids.',
    follows: 'Videos would be public before their time: stop publishing, and see openSession.',
    restsOn: ['youtube.session.rest'],
    cost: { units: 10 },
    see: async (walk) => seePrivate(walk),
  },
  {
    id: 'youtube.processing',
    assumed: 'uploadStatus goes from uploaded to processed, or processingStatus to succeeded.',
    follows: 'Posts end in PROCESSING_TIMEOUT: see lookAt in platforms/youtube/look.ts.',
    restsOn: ['youtube.session.rest'],
    cost: { units: 180 },
    see: async (walk) => seeProcessed(walk),
  },
];

async function seeOpened(walk: YouTubeWalk): Promise<Observation> {
  const sample = film('wide');
  walk.film = sample;
  const { contentType, bytes } = sample;
  const upload = publishableUpload(walk);
  const session = await upload.open(callOf(walk), payload, { contentType, sizeBytes: bytes.length });
  walk.session = session;
  walk.answers.hide(session);
  walk.forgetVideo = walk.traces.add('the upload of the test video', async () => removeUpload(walk, session));
  const state = await upload.ask(callOf(walk), session, bytes.length);
  const hasNothing = state.kind === 'open' && state.nextOffset === 0;
  return hasNothing ? seen(`It opened at ${new URL(session).host}.`) : broken(`The new session is ${state.kind}.`);
}

/** The video as well, if its last byte has arrived. */
async function removeUpload(walk: YouTubeWalk, session: string): Promise<void> {
  const objectId = walk.videoId ?? null;
  const removal = await walk.publisher.remove(callOf(walk), { items: [{ session, objectId }], draftId: null });
  if (removal === 'public') await deleteVideo(walk, found(walk.videoId, 'a video'));
  const isThere = removal !== 'gone' && objectId !== null && (await readVideo(walk, objectId)) !== null;
  if (isThere) throw new Error(`the video ${objectId} is still there`);
}

async function seeOffset(walk: YouTubeWalk): Promise<Observation> {
  const begun = begunUpload(walk);
  const cutAt = Math.floor(begun.sample.bytes.length / 2);
  const state = await sendCut(begun, cutAt);
  if (state.kind !== 'open') return broken(`The session is ${state.kind}.`);
  const words = `Of ${cutAt} bytes that were sent it has ${state.nextOffset}.`;
  return state.nextOffset <= cutAt ? seen(words) : broken(words);
}

async function seeRest(walk: YouTubeWalk): Promise<Observation> {
  const { state, from } = await sendRest(begunUpload(walk));
  if (state.kind !== 'complete') return broken(`After the last byte the session is ${state.kind}.`);
  walk.videoId = state.objectId;
  return seen(`The rest from byte ${from} made the video ${state.objectId}.`);
}

function begunUpload(walk: YouTubeWalk): BegunUpload {
  const [sample, session] = [found(walk.film, 'a film'), found(walk.session, 'a session')];
  return { way: publishableUpload(walk), call: callOf(walk), session, sample };
}

async function seeCancelled(walk: YouTubeWalk): Promise<Observation> {
  const upload = publishableUpload(walk);
  const { contentType, bytes } = film('wide');
  const session = await upload.open(callOf(walk), payload, { contentType, sizeBytes: bytes.length });
  walk.answers.hide(session);
  const removal = await walk.publisher.remove(callOf(walk), { items: [{ session, objectId: null }], draftId: null });
  const state = await upload.ask(callOf(walk), session, bytes.length);
  const isOver = removal === 'gone' && state.kind === 'gone';
  return isOver ? seen('It is gone.') : broken(`The removal says ${removal}, and the session is ${state.kind}.`);
}

async function seePrivate(walk: YouTubeWalk): Promise<Observation> {
  const id = found(walk.videoId, 'a video');
  const late = await lookUntil(walk, walk.times.lagMs, async () => readVideo(walk, id));
  if (!late) return broken(`The video is not in the list after ${walk.times.lagMs / 1000} s.`);
  const { privacyStatus, madeForKids, selfDeclaredMadeForKids } = late.value.status;
  const kids = madeForKids ?? selfDeclaredMadeForKids;
  const words = `${after(late.afterMs)}: privacyStatus ${privacyStatus}, made for kids ${kids ?? 'is not told'}.`;
  return privacyStatus === 'private' && kids === false ? seen(words) : broken(words);
}

async function seeProcessed(walk: YouTubeWalk): Promise<Observation> {
  const id = found(walk.videoId, 'a video');
  const states = new Set<string>();
  const late = await lookUntil(walk, walk.times.processingMs, async () => {
    const video = await readVideo(walk, id);
    const { status, processingDetails: details } = video ?? {};
    states.add(`${status?.uploadStatus ?? 'no'}/${details?.processingStatus ?? 'no'}`);
    const made = { items: [{ session: null, objectId: id }], draftId: null };
    const state = await walk.publisher.look(callOf(walk), made, payload);
    return state.kind === 'processing' || state.kind === 'unknown' ? null : state;
  });
  const ways = [...states].join(', ');
  if (!late) return notSeen(`It is not processed in time: ${ways}.`, 'Run it again with more --minutes.');
  const { value, afterMs } = late;
  if (value.kind === 'failed') return broken(`It failed ${after(afterMs)}: ${value.words.seen}`);
  return value.kind === 'ready' ? seen(`Processed ${after(afterMs)}: ${ways}.`) : broken(`It is ${value.kind}.`);
}
