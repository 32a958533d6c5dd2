import { z } from 'zod';
import { PublishFailure } from '../../domain/PublishFailure';
import type { Channel, PlatformCall, RenewedTokens } from '../Platform';
import { failureOf, incomprehensible, parseJson, quote } from './failures';
import { callApi, exchange, readJson } from './http';
import type { Answer } from './answer';
import type { YouTubeClient } from './http';

const Tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().optional(),
  expires_in: z.number().positive(),
});

/** RFC 6749 §5.2. */
const Refusal = z.object({ error: z.string(), error_description: z.string().optional() });

/**
 * Exchanges a refresh token (RFC 6749 §6). Google keeps the refresh token and sends none back.
 * @throws PublishFailure `TOKEN_EXPIRED` for `invalid_grant` alone; `INTERNAL` for what only the operator can cure;
 * for everything else a transient failure
 */
export async function refreshTokens(
  client: YouTubeClient,
  refreshToken: string,
  signal: AbortSignal,
): Promise<RenewedTokens> {
  const { clientId, clientSecret, tokenBase } = client.settings;
  const form = { client_id: clientId, client_secret: clientSecret, refresh_token: refreshToken };
  const answer = await exchange(client, {
    method: 'POST',
    url: `${tokenBase}/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ ...form, grant_type: 'refresh_token' }).toString(),
    signal,
    secrets: [refreshToken, clientSecret],
  });
  if (answer.status >= 400) throw refusalOf(answer);
  const tokens = readJson(answer, Tokens, 'an access token');
  return {
    accessToken: tokens.access_token,
    expiresInSeconds: tokens.expires_in,
    // An empty one must never replace the one that is stored.
    ...(tokens.refresh_token && { refreshToken: tokens.refresh_token }),
  };
}

function refusalOf(answer: Answer): PublishFailure {
  if (answer.status >= 500 || answer.status === 429 || answer.status === 408) return failureOf(answer);
  const refusal = Refusal.safeParse(parseJson(answer.text)).data;
  if (!refusal) return incomprehensible('a reason for its refusal');
  const words = quote([refusal.error, refusal.error_description].filter(Boolean).join(': '), answer.secrets);
  if (refusal.error === 'invalid_grant') {
    const message = `Google no longer renews our access to the channel: "${words}". Connect the channel again, then retry.`;
    return new PublishFailure('TOKEN_EXPIRED', message, { transient: false });
  }
  const message = `Google refuses this service as a client: "${words}". The operator has to check its client id and secret.`;
  return new PublishFailure('INTERNAL', message, { transient: false });
}

const ChannelList = z.object({
  items: z
    .array(
      z.object({
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
      }),
    )
    .default([]),
});

/**
 * The channel that the token speaks for; Google asks the user to pick one of several, so there is at most one.
 * @throws PublishFailure `PERMISSION_DENIED` if the Google account has no channel
 */
export async function fetchChannel(client: YouTubeClient, call: PlatformCall): Promise<Channel> {
  const query = { part: 'snippet,statistics', mine: 'true' };
  const answer = await callApi(client, call, { method: 'GET', resource: 'channels', query });
  const [channel] = readJson(answer, ChannelList, 'a list of channels').items;
  if (!channel) {
    const message = 'The Google account has no YouTube channel. Create one on YouTube, then connect it again.';
    throw new PublishFailure('PERMISSION_DENIED', message, { transient: false });
  }
  const { snippet, statistics } = channel;
  const thumbnail = snippet.thumbnails['medium'] ?? snippet.thumbnails['default'] ?? snippet.thumbnails['high'];
  return {
    externalPlatformId: channel.id,
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
