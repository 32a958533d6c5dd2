import { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { Operation } from '../http/exchange';
import { readError } from './failures';
import { callAsApp, callGraph, readGraph } from './http';
import type { FacebookClient } from './http';

const AccessToken = z.object({ access_token: z.string().min(1) });

/** Trades a code or a token for a token of a user, as the app. */
export async function askForToken(
  client: FacebookClient,
  operation: Operation,
  grant: Record<string, string>,
  signal: AbortSignal,
): Promise<string> {
  const { code, fb_exchange_token: token } = grant;
  const secrets = [code, token].filter((secret) => secret !== undefined);
  const answer = await callAsApp(client, 'oauth/access_token', { operation, parameters: grant, secrets, signal });
  return readGraph(answer, AccessToken, 'an access token').access_token;
}

/** About 60 days, from a token that still works (Access Token guide, long-lived tokens). */
export async function lengthen(client: FacebookClient, token: string, signal: AbortSignal): Promise<string> {
  const grant = { grant_type: 'fb_exchange_token', fb_exchange_token: token };
  return askForToken(client, 'facebook.token.lengthen', grant, signal);
}

/** 0 stands for a time that never comes. */
const Moment = z
  .number()
  .default(0)
  .transform((seconds) => (seconds > 0 ? new Date(seconds * 1000) : null));
const Debugged = z.object({
  data: z.object({
    is_valid: z.boolean(),
    user_id: z.coerce.string().optional(),
    expires_at: Moment,
    data_access_expires_at: Moment,
    scopes: z.array(z.string()).default([]),
    granular_scopes: z
      .array(z.object({ scope: z.string(), target_ids: z.array(z.coerce.string()).optional() }))
      .default([]),
  }),
});

/** The permissions of a user's token, and its lifetime. */
export interface Grant {
  readonly account: string | null;
  /** The earlier of its own end and of the end of its access to data; null if neither comes (contract.md §4). */
  readonly expiresAt: Date | null;
  /** The end of its access to data, which no renewal moves; null if it does not come. */
  readonly accessEndsAt: Date | null;
  /** The permissions that the token has for this page, or, if no page is named, for any page. */
  readonly permissions: (pageId?: string) => string[];
}

/**
 * Asks Facebook about a token of a user.
 * @throws PublishFailure with `tokenRefused` for a token that is not valid (any more)
 */
export async function readGrant(client: FacebookClient, token: string, signal: AbortSignal): Promise<Grant> {
  const { appId, appSecret } = client.settings;
  const answer = await callGraph(
    client,
    { accessToken: `${appId}|${appSecret}`, signal, asked: 'tokens' },
    { method: 'GET', path: 'debug_token', parameters: { input_token: token } },
  );
  const { data } = readGraph({ ...answer, secrets: [...answer.secrets, token] }, Debugged, 'what the token may do');
  if (!data.is_valid) throw invalidToken();
  const ends = [data.expires_at, data.data_access_expires_at].flatMap((at) => at ?? []);
  return {
    account: data.user_id ?? null,
    expiresAt: ends.length === 0 ? null : new Date(Math.min(...ends.map((at) => at.getTime()))),
    accessEndsAt: data.data_access_expires_at,
    permissions: (pageId) =>
      data.scopes.filter((permission) => {
        const targets = data.granular_scopes.find(({ scope }) => scope === permission)?.target_ids;
        return pageId === undefined || targets === undefined || targets.includes(pageId);
      }),
  };
}

function invalidToken(): PublishFailure {
  const seen = 'Facebook says that the access token is no longer valid.';
  return new PublishFailure(
    'TOKEN_EXPIRED',
    { seen, todo: 'If this stays so, connect the page again.' },
    { transient: true, tokenRefused: true },
  );
}

/**
 * Takes back all that the user has granted to this service's app, for every page.
 * @throws PublishFailure for all but a token that Facebook does not know (any more)
 */
export async function revokeGrant(client: FacebookClient, token: string, signal: AbortSignal): Promise<void> {
  const call = { accessToken: token, signal, asked: 'tokens' } as const;
  const answer = await callGraph(client, call, {
    method: 'DELETE',
    operation: 'facebook.grant.revoke',
    path: 'me/permissions',
  });
  if (readError(answer)?.code === 190) return;
  readGraph(answer, z.object({ success: z.literal(true) }), 'word that the permissions are withdrawn');
}
