import { randomBytes } from 'node:crypto';
import { declined } from '../grants';
import { broken, seen } from '../step';
import type { Observation, Step } from '../step';
import { after, found, lookUntil } from '../Walk';
import { madeOf } from './postSteps';
import { callOf, payload, readVideo } from './YouTubeWalk';
import type { YouTubeWalk } from './YouTubeWalk';

/** The steps while others can see the video (platforms/youtube/publisher.ts, takeDown.ts, extras/comments.ts). */
export const publicSteps: readonly Step<YouTubeWalk>[] = [
  {
    id: 'youtube.publish',
    assumed: 'videos.update makes the video public, and the list has it so.',
    follows: 'Nothing can be published: look at the audit of the Google project and at the settings of the channel.',
    restsOn: ['youtube.processing'],
    isPublic: true,
    cost: { units: 63, posts: 1 },
    see: async (walk) => seePublished(walk),
  },
  {
    id: 'youtube.comment',
    assumed: 'The channel comments on its own public video, and the list has the comment with its text and channel.',
    follows: 'First comments end in warnings: see platforms/youtube/extras/comments.ts.',
    restsOn: ['youtube.publish'],
    isPublic: true,
    cost: { units: 80 },
    see: async (walk) => seeComment(walk),
  },
  {
    id: 'youtube.hide',
    assumed: 'videos.update makes a public video private again.',
    follows: 'Take-downs of mode private fail: see platforms/youtube/takeDown.ts.',
    restsOn: ['youtube.publish'],
    isPublic: true,
    cost: { units: 75 },
    see: async (walk) => seeHidden(walk),
  },
];

async function seePublished(walk: YouTubeWalk): Promise<Observation> {
  const next = { ...payload, privacy: 'public' };
  walk.isPublic = true;
  await walk.publisher.publish(callOf(walk), madeOf(walk), next);
  const late = await lookUntil(walk, walk.times.lagMs, async () => {
    const state = await walk.publisher.look(callOf(walk), madeOf(walk), next);
    return state.kind === 'live' ? state : null;
  });
  if (!late) return broken(`It is not seen public after ${walk.times.lagMs / 1000} s.`);
  const own = await walk.publisher.find(callOf(walk), found(walk.videoId, 'a video'), next);
  if (!own) return broken('By its id alone it is no public video of the channel.');
  return seen(`It was public ${after(late.afterMs)}.`);
}

async function seeComment(walk: YouTubeWalk): Promise<Observation> {
  const lacking = declined(walk.platform, found(walk.grant, 'a grant'), 'comments');
  if (lacking) return lacking;
  const comment = found(walk.publisher.extras?.comment, 'comments');
  const [call, videoId] = [callOf(walk), found(walk.videoId, 'a video')];
  const text = `Verification ${randomBytes(4).toString('hex')}, please ignore: it is removed at once.`;
  if (await comment.find(call, videoId, text)) return broken('A comment is found that nobody has made.');
  const made = await comment.add(call, videoId, text);
  const late = await lookUntil(walk, walk.times.lagMs, async () => comment.find(call, videoId, text));
  if (!late) return broken(`The list lacks it after ${walk.times.lagMs / 1000} s.`);
  return late.value === made
    ? seen(`Listed ${after(late.afterMs)}.`)
    : broken('Another comment of this text is found.');
}

async function seeHidden(walk: YouTubeWalk): Promise<Observation> {
  const id = found(walk.videoId, 'a video');
  const removal = await walk.publisher.takeDown?.(callOf(walk), id, 'private');
  if (removal !== 'done') return broken(`The take-down says ${removal ?? 'nothing'}.`);
  const late = await lookUntil(walk, walk.times.lagMs, async () =>
    (await readVideo(walk, id))?.status.privacyStatus === 'private' ? true : null,
  );
  if (!late) return broken(`The list has it public after ${walk.times.lagMs / 1000} s.`);
  walk.isPublic = false;
  return seen(`It was private ${after(late.afterMs)}.`);
}
