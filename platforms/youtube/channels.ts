import { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { Channel, ChannelCall } from '../Platform';
import { callApi, readJson } from './http';
import type { YouTubeClient } from './http';

const ChannelItem = z.object({
  id: z.string(),
  snippet: z.object({
    title: z.string(),
    customUrl: z.string().optional(),
    thumbnails: z.record(z.string(), z.object({ url: z.string() })).default({}),
  }),
  statistics: z
    .object({
      viewCount: z.coerce.number().optional(),
      subscriberCount: z.coerce.number().optional(),
      hiddenSubscriberCount: z.boolean().default(false),
      videoCount: z.coerce.number().optional(),
    })
    .default({ hiddenSubscriberCount: false }),
});
const ChannelList = z.object({ items: z.array(ChannelItem).default([]) });

/** As many ids as one call takes (reference page of `channels.list`). */
export const channelsAtOnceMax = 50;

/** Channels by their ids, for every caller; missing channels are left out. The call costs as much as for one id. */
export async function findChannels(
  client: YouTubeClient,
  call: ChannelCall,
  ids: readonly string[],
): Promise<Channel[]> {
  const query = { part: 'snippet,statistics', id: ids.join(','), maxResults: String(channelsAtOnceMax) };
  const answer = await callApi(client, call, { method: 'GET', resource: 'channels', query });
  return readJson(answer, ChannelList, 'a list of channels').items.map(toChannel);
}

/** The channels of a token. Google asks the user to pick a single channel, so the list has one entry at most. */
export async function listChannels(client: YouTubeClient, call: ChannelCall): Promise<Channel[]> {
  const query = { part: 'snippet,statistics', mine: 'true' };
  const answer = await callApi(client, call, { method: 'GET', resource: 'channels', query });
  return readJson(answer, ChannelList, 'a list of channels').items.map(toChannel);
}

/**
 * The channel that the token speaks for.
 * @throws PublishFailure `PERMISSION_DENIED` if the Google account has no channel
 */
export async function fetchChannel(client: YouTubeClient, call: ChannelCall): Promise<Channel> {
  const [channel] = await listChannels(client, call);
  if (channel) return channel;
  const seen = 'The Google account has no YouTube channel.';
  throw new PublishFailure(
    'PERMISSION_DENIED',
    { seen, todo: 'Create one on YouTube, then connect it again.' },
    { transient: false },
  );
}

function toChannel({ id, snippet, statistics }: z.infer<typeof ChannelItem>): Channel {
  const thumbnail = snippet.thumbnails['medium'] ?? snippet.thumbnails['default'] ?? snippet.thumbnails['high'];
  return {
    externalPlatformId: id,
    name: snippet.title,
    thumbnailUrl: thumbnail?.url ?? null,
    metadata: {
      subscribers: statistics.hiddenSubscriberCount ? null : (statistics.subscriberCount ?? null),
      views: statistics.viewCount ?? null,
      posts: statistics.videoCount ?? null,
      handle: snippet.customUrl ?? null,
    },
  };
}
