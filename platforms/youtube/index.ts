import { Agent } from 'undici';
import { usualPatience } from '../http/patience';
import type { Platform, PlatformModule } from '../Platform';
import { youtubeContentTypes } from './capabilities';
import { channelsAtOnceMax, fetchChannel, listChannels } from './channels';
import { consentUrl, exchangeCode, loginUrl, readAccount, refreshTokens, revokeAccess } from './oauth';
import { createLists } from './lists';
import { createFindSeen } from './look';
import { youtubePermissions } from './permissions';
import { createPictures } from './pictures/postPictures';
import { createPublisher } from './publisher';
import { quotaOf } from './quota';
import { youtubeSettings } from './settings';
import type { YouTubeSettings } from './settings';
import { fetchChannelStats, fetchManyStats, fetchPostFigures, fetchPostStats, videosAtOnceMax } from './stats';
import { youtubeTerms } from './terms';

const hourMs = 3_600_000;
const facts = { name: 'YouTube', processingLimitMs: 24 * hourMs, permissions: youtubePermissions, terms: youtubeTerms };

/**
 * YouTube behind the Data API v3, as `Platform` promises.
 * @param clock tells on which day a request is counted, and when that day ends
 */
export function createYouTube(
  settings: YouTubeSettings,
  patience = usualPatience(),
  clock = () => new Date(),
): Platform {
  const dispatcher = new Agent({ connect: { timeout: 10_000 } });
  const client = { name: facts.name, settings, patience, dispatcher, clock };
  const findSeen = createFindSeen(client);
  return {
    slug: 'youtube',
    ...facts,
    publishers: new Map(youtubeContentTypes.map((type) => [type.slug, createPublisher(client, findSeen, type)])),
    // An update is seen by the next read; a request that was under way when we gave up may still take effect.
    settleMs: 5_000,
    quota: quotaOf(settings, clock),
    oauth: {
      consentUrl: (request) => consentUrl(client, request),
      exchange: (code, signal) => exchangeCode(client, code, signal),
      channels: async (tokens, { signal, spend }) => {
        const channels = await listChannels(client, { accessToken: tokens.accessToken, signal, spend });
        return channels.map((channel) => ({ channel, tokens, obstacle: null }));
      },
      revoke: (token, signal) => revokeAccess(client, token, signal),
    },
    accountLogin: {
      url: (request) => loginUrl(client, request),
      account: (code, signal) => readAccount(client, code, signal),
    },
    stats: {
      channel: (call) => fetchChannelStats(client, call),
      channels: { atOnceMax: channelsAtOnceMax, read: (call, ids) => fetchManyStats(client, call, ids) },
      post: (call, platformPostId) => fetchPostStats(client, call, platformPostId),
      posts: { atOnceMax: videosAtOnceMax, read: (call, ids) => fetchPostFigures(client, call, ids) },
    },
    pictures: createPictures(client),
    lists: createLists(client),
    refreshTokens: (refreshToken, { signal }) => refreshTokens(client, refreshToken, signal),
    channel: (call) => fetchChannel(client, call),
  };
}

/** YouTube as the registry lists it. */
export const youtube: PlatformModule<YouTubeSettings> = {
  settings: youtubeSettings,
  ...facts,
  contentTypes: youtubeContentTypes,
  create: (settings) => createYouTube(settings),
};
