import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PlatformPermissions } from '../../../domain/consent/feature';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { exchange } from '../../../platforms/http/exchange';
import type { Channel, ChannelCall, ConsentFlow, ConsentRequest, RenewedTokens } from '../../../platforms/Platform';
import { callApi, readJson, requireSuccess, urlOf } from './http';
import type { ToyClient } from './http';

export const toyPermissions: PlatformPermissions = { base: ['post', 'read'], features: [] };
const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string().optional(),
  expires_in: z.number(),
  account: z.string(),
  scopes: z.array(z.string()),
});

export function createConsent(client: ToyClient): ConsentFlow {
  return {
    consentUrl: (request) => consentUrl(client, request),
    exchange: async ({ code, codeVerifier, redirectUri }, signal) => {
      const form = { code, code_verifier: codeVerifier, redirect_uri: redirectUri };
      const tokens = await askForTokens(client, form, signal, 'PLATFORM_REJECTED');
      if (!toyPermissions.base.every((one) => tokens.scopes.includes(one))) {
        const words = { seen: 'Not every permission was granted.', todo: 'Connect the channel again and allow all.' };
        throw new PublishFailure('PERMISSION_DENIED', words, { transient: false });
      }
      const { access_token: accessToken, refresh_token: refreshToken = null, account } = tokens;
      const expiresAt = new Date(Date.now() + tokens.expires_in * 1000);
      return { accessToken, refreshToken, account, expiresAt, permissions: tokens.scopes };
    },
    channels: async (tokens, { signal, spend }) => {
      const channel = await fetchChannel(client, { accessToken: tokens.accessToken, signal, spend });
      return [{ channel, tokens, obstacle: null }];
    },
    revoke: async (token, signal) => requireSuccess(await post(client, 'revoke', { token }, signal)),
  };
}

export async function refreshTokens(client: ToyClient, token: string, signal: AbortSignal): Promise<RenewedTokens> {
  const tokens = await askForTokens(client, { refresh_token: token }, signal, 'TOKEN_EXPIRED');
  const { access_token: accessToken, expires_in: expiresInSeconds, scopes: permissions } = tokens;
  return { accessToken, expiresInSeconds, permissions };
}

const Me = z.object({ id: z.string(), name: z.string(), posts: z.number() });

export async function fetchMe(client: ToyClient, call: ChannelCall): Promise<z.infer<typeof Me>> {
  return readJson(await callApi(client, call, { method: 'GET', path: 'me' }), Me, 'a channel');
}

export async function fetchChannel(client: ToyClient, call: ChannelCall): Promise<Channel> {
  const { id, name, posts } = await fetchMe(client, call);
  const metadata = { subscribers: null, views: null, posts, handle: null };
  return { externalPlatformId: id, name, thumbnailUrl: null, metadata };
}

function consentUrl(client: ToyClient, { state, redirectUri, codeVerifier }: ConsentRequest): URL {
  const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
  return new URL(
    urlOf(client, 'consent', { state, redirect_uri: redirectUri, challenge, scopes: toyPermissions.base.join() }),
  );
}

async function askForTokens(
  client: ToyClient,
  form: Record<string, string>,
  signal: AbortSignal,
  refusal: 'PLATFORM_REJECTED' | 'TOKEN_EXPIRED',
): Promise<z.infer<typeof Tokens>> {
  const answer = await post(client, 'token', { ...form, client_id: client.settings.clientId }, signal);
  if (answer.status === 400) {
    const words = { seen: 'The toy refuses the grant.', todo: 'Connect the channel again.' };
    throw new PublishFailure(refusal, words, { transient: false });
  }
  return readJson(answer, Tokens, 'an access token');
}

async function post(client: ToyClient, path: string, form: Record<string, string>, signal: AbortSignal) {
  return exchange(client, {
    method: 'POST',
    operation: 'toy.token.ask',
    url: urlOf(client, path),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    asked: 'tokens',
    body: new URLSearchParams(form).toString(),
    signal,
    answerWithinMs: client.patience.answerMs,
    secrets: Object.values(form),
  });
}
