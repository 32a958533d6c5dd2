import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { picture } from '../media/samples';
import { broken, notSeen, seen } from '../step';
import type { Observation, Step } from '../step';
import { after, found, lookUntil } from '../Walk';
import { askApi, callOf, noVideo, payload, readVideo, reasonIn } from './YouTubeWalk';
import type { YouTubeWalk } from './YouTubeWalk';

/** The steps about the video once it is there (platforms/youtube/publisher.ts, extras/). */
export const postSteps: readonly Step<YouTubeWalk>[] = [
  {
    id: 'youtube.update',
    assumed: 'videos.update changes title and description, and leaves the video private.',
    follows: 'Edits are lost: see makeEqual in platforms/youtube/edit.ts.',
    restsOn: ['youtube.private'],
    cost: { units: 60 },
    see: async (walk) => seeUpdated(walk),
  },
  {
    id: 'youtube.thumbnail',
    assumed: 'thumbnails.set takes a picture for the video.',
    follows: 'Thumbnails end in warnings: verify the channel at https://www.youtube.com/verify, then run again.',
    restsOn: ['youtube.processing'],
    cost: { units: 50 },
    see: async (walk) => {
      const { picture: extra } = walk.publisher.extras ?? {};
      const { bytes, contentType } = picture();
      await found(extra, 'thumbnails').set(callOf(walk), found(walk.videoId, 'a video'), {
        contentType,
        sizeBytes: bytes.length,
        body: Readable.from([bytes]),
      });
      return seen('It was taken.');
    },
  },
  {
    id: 'youtube.playlist',
    assumed: 'A playlist of the channel is found by its title. A video is put into it once, and it then has it.',
    follows: 'Playlists end in warnings: see addTo in platforms/youtube/extras/playlists.ts.',
    restsOn: ['youtube.private'],
    cost: { units: 190, drafts: 1 },
    see: async (walk) => seePlaylist(walk),
  },
];

/** The steps that end the walk of a day. */
export const endSteps: readonly Step<YouTubeWalk>[] = [
  {
    id: 'youtube.delete',
    assumed: 'videos.delete removes the video, and the list has it no more.',
    follows: 'Take-downs and the clean-up leave videos behind: see deleteVideo in platforms/youtube/videos.ts.',
    restsOn: ['youtube.session.rest'],
    cost: { units: 60 },
    see: async (walk) => seeDeleted(walk),
  },
  {
    id: 'youtube.quota',
    assumed: 'A used-up quota is refused with quotaExceeded, or 429 rateLimitExceeded "per day".',
    follows: 'Assignments wait for the wrong time: see rules.ts in platforms/youtube.',
    restsOn: ['youtube.channel'],
    exhaustsQuota: true,
    see: async (walk) => seeQuota(walk),
  },
];

/** The video as the adapter notes it. */
export function madeOf(walk: YouTubeWalk) {
  return { items: [{ session: null, objectId: found(walk.videoId, 'a video') }], draftId: null };
}

async function seeUpdated(walk: YouTubeWalk): Promise<Observation> {
  const next = { ...payload, title: `${payload.title} (changed)`, description: 'It was changed.' };
  await walk.publisher.stage(callOf(walk), madeOf(walk), next);
  const late = await lookUntil(walk, walk.times.lagMs, async () => {
    const video = await readVideo(walk, found(walk.videoId, 'a video'));
    const isChanged = video?.snippet.title === next.title && video.snippet.description === next.description;
    return isChanged ? video : null;
  });
  if (!late) return broken(`The list has the old texts after ${walk.times.lagMs / 1000} s.`);
  const { privacyStatus } = late.value.status;
  const words = `Changed ${after(late.afterMs)}; privacyStatus is ${privacyStatus}.`;
  return privacyStatus === 'private' ? seen(words) : broken(words);
}

const MadePlaylist = z.object({ id: z.string() });

async function seePlaylist(walk: YouTubeWalk): Promise<Observation> {
  const title = `Verification ${randomBytes(4).toString('hex')}, please ignore`;
  const made = await askApi(walk, 'POST', 'playlists?part=snippet,status', {
    snippet: { title },
    status: { privacyStatus: 'private' },
  });
  const playlist = MadePlaylist.safeParse(made.body).data?.id;
  if (playlist === undefined) return broken(`playlists.insert was answered ${made.status} (${reasonIn(made.body)}).`);
  const forget = walk.traces.add(`the playlist ${playlist}`, async () => removePlaylist(walk, playlist));
  const videoId = found(walk.videoId, 'a video');
  const place = found(walk.publisher.extras?.places, 'playlists');
  const named = JSON.stringify({ name: title });
  const byTitle = await lookUntil(walk, walk.times.lagMs, async () =>
    found(place.collection, 'playlists of a title').find(callOf(walk), named),
  );
  if (byTitle?.value !== playlist) return broken(`By its title it is ${byTitle?.value ?? 'not found'}.`);
  if (await place.find(callOf(walk), videoId, playlist)) return broken('An empty playlist has the video.');
  await place.add(callOf(walk), videoId, playlist).catch((error: unknown) => {
    // Of a video that is seconds old YouTube says that it does not find it, although it has added it.
    if (!(error instanceof PublishFailure && error.transient)) throw error;
  });
  const late = await lookUntil(walk, walk.times.lagMs, async () => place.find(callOf(walk), videoId, playlist));
  await removePlaylist(walk, playlist);
  forget();
  if (!late) return broken(`The playlist lacks the video after ${walk.times.lagMs / 1000} s.`);
  return seen(`It was found ${after(byTitle.afterMs)}, and had the video ${after(late.afterMs)}.`);
}

async function removePlaylist(walk: YouTubeWalk, id: string): Promise<void> {
  const { status, body } = await askApi(walk, 'DELETE', `playlists?id=${encodeURIComponent(id)}`);
  if (status >= 300 && status !== 404) throw new Error(`playlists.delete was answered ${status} (${reasonIn(body)})`);
}

async function seeDeleted(walk: YouTubeWalk): Promise<Observation> {
  const id = found(walk.videoId, 'a video');
  if (walk.isPublic) await walk.publisher.takeDown?.(callOf(walk), id, 'delete');
  else {
    const removal = await walk.publisher.remove(callOf(walk), madeOf(walk));
    if (removal !== 'gone') return broken(`The removal says ${removal}.`);
  }
  const late = await lookUntil(walk, walk.times.lagMs, async () =>
    (await readVideo(walk, id)) === null ? true : null,
  );
  if (!late) return broken(`The list still has it after ${walk.times.lagMs / 1000} s.`);
  walk.forgetVideo?.();
  const state = await walk.publisher.look(callOf(walk), madeOf(walk), payload);
  if (state.kind !== 'unknown') return broken(`A look at the removed video says ${state.kind}.`);
  return seen(`Gone ${after(late.afterMs)}.`);
}

const noPlaylist = 'PLAAAAAAAAAAAAAAAA';
const callsMax = 400;

async function seeQuota(walk: YouTubeWalk): Promise<Observation> {
  for (let calls = 1; calls <= callsMax && !walk.interrupted.aborted; calls += 1) {
    const { status, body } = await askApi(walk, 'DELETE', `videos?id=${noVideo}`);
    const reason = reasonIn(body);
    if (status !== 404 && reason !== 'forbidden')
      return judgeRefusal(walk, `After ${calls} calls: ${status} ${reason}.`);
  }
  return notSeen(`${callsMax} calls met no limit.`, 'Look at the quota of the Google project.');
}

async function judgeRefusal(walk: YouTubeWalk, words: string): Promise<Observation> {
  try {
    await found(walk.publisher.extras?.place, 'playlists').add(callOf(walk), noVideo, noPlaylist);
    return broken(`${words} The next change went on all the same.`);
  } catch (error) {
    if (!(error instanceof PublishFailure)) throw error;
    return error.code === 'QUOTA_EXCEEDED' ? seen(words) : broken(`${words} The adapter says ${error.code}.`);
  }
}
