import { Agent } from 'undici';
import type { Platform } from '../Platform';
import { checkPayload, youtubeContentTypes } from './capabilities';
import { fetchChannel, listChannels } from './channels';
import type { YouTubeSettings } from './http';
import { consentUrl, exchangeCode, refreshTokens, revokeAccess } from './oauth';
import {
  applyPayload,
  fetchProcessing,
  publishVideo,
  reconcilePublish,
  removeLeftover,
  updatePublished,
} from './publish';
import { fetchChannelStats, fetchPostStats } from './stats';
import { createUpload } from './upload';

const hourMs = 3_600_000;

/**
 * YouTube behind the Data API v3, as `Platform` promises.
 * @param uploadPatienceMs longest wait for YouTube while media is sent: to take more bytes, and to answer at the end
 */
export function createYouTube(settings: YouTubeSettings, uploadPatienceMs = 120_000): Platform {
  const client = { settings, uploadPatienceMs, dispatcher: new Agent({ connect: { timeout: 10_000 } }) };
  return {
    slug: 'youtube',
    name: 'YouTube',
    contentTypes: youtubeContentTypes,
    processingLimitMs: 24 * hourMs,
    // An update is seen by the next read; a request that was under way when we gave up may still take effect.
    settleMs: 5_000,
    oauth: {
      consentUrl: (request) => consentUrl(client, request),
      exchange: (code, signal) => exchangeCode(client, code, signal),
      channels: async (tokens, signal) => {
        const channels = await listChannels(client, { accessToken: tokens.accessToken, signal });
        return channels.map((channel) => ({ channel, tokens }));
      },
      revoke: (token, signal) => revokeAccess(client, token, signal),
    },
    stats: {
      channel: (call) => fetchChannelStats(client, call),
      post: (call, post) => fetchPostStats(client, call, post),
    },
    checkPayload,
    refreshTokens: (refreshToken, signal) => refreshTokens(client, refreshToken, signal),
    channel: (call) => fetchChannel(client, call),
    upload: createUpload(client),
    applyPayload: (call, post, payload) => applyPayload(client, call, post, payload),
    processing: (call, post) => fetchProcessing(client, call, post),
    publish: (call, post, payload) => publishVideo(client, call, post, payload),
    reconcile: (call, post, payload) => reconcilePublish(client, call, post, payload),
    update: (call, post, payload) => updatePublished(client, call, post, payload),
    remove: (call, leftover) => removeLeftover(client, call, leftover),
  };
}

/** YouTube as the registry lists it. */
export const youtube = { name: 'YouTube', contentTypes: youtubeContentTypes, create: createYouTube } as const;
