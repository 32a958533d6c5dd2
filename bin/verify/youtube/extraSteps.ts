import { Readable } from 'node:stream';
import { z } from 'zod';
import { subRip } from '../../../domain/mediaType';
import { declined } from '../grants';
import { broken, notSeen, seen } from '../step';
import type { Observation, Step } from '../step';
import { after, found, lookUntil } from '../Walk';
import { madeOf } from './postSteps';
import { askApi, callOf, noVideo, payload } from './YouTubeWalk';
import type { YouTubeWalk } from './YouTubeWalk';

/** The steps about all that belongs around a video: details, captions, lists, counters and its picture. */
export const extraSteps: readonly Step<YouTubeWalk>[] = [
  {
    id: 'youtube.details',
    assumed:
      'videos.update takes language, licence, embedding, statistics, synthetic media, promotion and recording date.',
    follows: 'Those fields of a payload are lost: see platforms/youtube/details.ts.',
    restsOn: ['youtube.private'],
    cost: { units: 75 },
    see: async (walk) => seeDetails(walk),
  },
  {
    id: 'youtube.captions',
    assumed: 'captions.insert takes a SubRip file, captions.list has its language, and captions.update replaces it.',
    follows: 'Captions end in warnings: see platforms/youtube/extras/captions.ts.',
    restsOn: ['youtube.processing'],
    cost: { units: 1_150 },
    see: async (walk) => seeCaptions(walk),
  },
  {
    id: 'youtube.lists',
    assumed: 'playlists.list has the playlists of the channel, and videoCategories.list the categories of a region.',
    follows: 'Nobody can pick a playlist or a category: see platforms/youtube/lists.ts.',
    restsOn: ['youtube.channel'],
    cost: { units: 2 },
    see: async (walk) => seeLists(walk),
  },
  {
    id: 'youtube.counters',
    assumed:
      'One answer has the counters of several videos, without those that are not there; another those of channels.',
    follows: 'Statistics are 0 or end too early: see platforms/youtube/stats.ts.',
    restsOn: ['youtube.private'],
    cost: { units: 2 },
    see: async (walk) => seeCounters(walk),
  },
  {
    id: 'youtube.picture',
    assumed: 'The list has the address of a picture of the video.',
    follows: 'Posts are shown without pictures: see platforms/youtube/pictures/postPictures.ts.',
    restsOn: ['youtube.private'],
    cost: { units: 1 },
    see: async (walk) => {
      const id = found(walk.videoId, 'a video');
      const address = (await found(walk.platform.pictures, 'pictures').read(callOf(walk), [id])).get(id);
      return address ? seen(`It is at ${new URL(address).host}.`) : broken('It has none.');
    },
  },
];

/** Other values than YouTube's own for a video that says nothing. */
const details = {
  defaultLanguage: 'de',
  license: 'creativeCommon',
  embeddable: false,
  publicStatsViewable: false,
  containsSyntheticMedia: true,
  hasPaidPromotion: true,
  recordingDate: '2026-01-31',
} as const;

const Detailed = z.object({
  items: z.array(
    z.object({
      snippet: z.object({ defaultLanguage: z.string().optional() }),
      status: z.record(z.string(), z.unknown()),
      recordingDetails: z.object({ recordingDate: z.string().optional() }).optional(),
      paidProductPlacementDetails: z.object({ hasPaidProductPlacement: z.boolean().optional() }).optional(),
    }),
  ),
});

async function seeDetails(walk: YouTubeWalk): Promise<Observation> {
  await walk.publisher.stage(callOf(walk), madeOf(walk), { ...payload, ...details });
  let others: string[] = [];
  const late = await lookUntil(walk, walk.times.lagMs, async () => {
    others = await otherDetails(walk);
    return others.length === 0 ? true : null;
  });
  return late ? seen(`The list had all ${after(late.afterMs)}.`) : broken(`It lacks ${others.join(', ')}.`);
}

/** The names of the details that the list does not have as they were sent. */
async function otherDetails(walk: YouTubeWalk): Promise<string[]> {
  const parts = 'snippet,status,recordingDetails,paidProductPlacementDetails';
  const { body } = await askApi(walk, 'GET', `videos?part=${parts}&id=${found(walk.videoId, 'a video')}`);
  const [video] = Detailed.safeParse(body).data?.items ?? [];
  const listed: Record<string, unknown> = {
    ...video?.status,
    defaultLanguage: video?.snippet.defaultLanguage,
    recordingDate: video?.recordingDetails?.recordingDate?.slice(0, details.recordingDate.length),
    hasPaidPromotion: video?.paidProductPlacementDetails?.hasPaidProductPlacement,
  };
  return Object.entries(details).flatMap(([name, value]) => (listed[name] === value ? [] : [name]));
}

/** captions.list costs 50 units. */
const captionLooks = 4;

async function seeCaptions(walk: YouTubeWalk): Promise<Observation> {
  const lacking = declined(walk.platform, found(walk.grant, 'a grant'), 'captions');
  if (lacking) return lacking;
  const captions = found(walk.publisher.extras?.captions, 'captions');
  const [call, videoId] = [callOf(walk), found(walk.videoId, 'a video')];
  const value = JSON.stringify({ language: 'en', url: 'https://www.example.com/', name: 'Verification' });
  const send = async (words: string, earlierId: string | null): Promise<string> => {
    const bytes = Buffer.from(`1\n00:00:00,000 --> 00:00:02,000\n${words}\n`);
    const file = { contentType: subRip, sizeBytes: bytes.length, body: Readable.from([bytes]) };
    return captions.set(call, videoId, { value, file, earlierId });
  };
  const id = await send('First', null);
  const late = await lookUntil(walk, walk.times.pollMs * captionLooks, async () => captions.find(call, videoId, value));
  if (!late) return notSeen('The list does not have them yet.', 'Run it again later.');
  if (late.value.id !== id) return broken('The list names others for the language.');
  if (!late.value.isRead) return broken('They could not be read.');
  const replaced = await send('Second', id);
  return replaced === id ? seen(`Listed ${after(late.afterMs)}, then replaced.`) : broken('They got another id.');
}

async function seeLists(walk: YouTubeWalk): Promise<Observation> {
  const lists = found(walk.platform.lists, 'lists');
  const playlists = await lists.playlists(callOf(walk));
  const categories = (await lists.categories(callOf(walk), 'US')) ?? [];
  if (categories.length === 0) return broken('No video can be put into any category.');
  return seen(`The channel has ${playlists.length} playlists, and the United States ${categories.length} categories.`);
}

const Counted = z.object({
  items: z.tuple([z.object({ statistics: z.object({ viewCount: z.coerce.number() }) })]),
});

async function seeCounters(walk: YouTubeWalk): Promise<Observation> {
  const { stats } = walk.platform;
  const id = found(walk.videoId, 'a video');
  const figures = await found(stats.posts, 'figures of posts').read(callOf(walk), [id, noVideo]);
  if (!figures.has(id) || figures.size > 1) return broken(`Of one video and none it has ${figures.size}.`);
  if (!Counted.safeParse(walk.answers.last(/\/videos$/)).success) return broken('It tells no views.');
  const channelId = found(walk.channelId, 'a channel');
  const channel = (await found(stats.channels, 'counters of channels').read(callOf(walk), [channelId])).get(channelId);
  if (!channel) return broken('The list lacks the channel by its id.');
  return seen(`It tells both; the channel has ${channel.totalPosts ?? 'an unknown number of'} videos.`);
}
