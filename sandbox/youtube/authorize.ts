import type { Request } from 'express';
import { queryOf } from '../http/query';
import type { YoutubeContext } from './context';
import { refuse } from './errors';
import { findGrantByAccessToken, scopeUrl } from './grants';
import type { Channel } from './records';

const mayRead = ['youtube', 'youtube.readonly', 'youtube.force-ssl', 'youtubepartner'].map(scopeUrl);
const mayChange = ['youtube', 'youtube.force-ssl', 'youtubepartner'].map(scopeUrl);

/** Which scopes open which call; one of them is enough (discovery document). */
export const scopesFor = {
  insert: ['youtube.upload', ...mayChange].map(scopeUrl),
  list: mayRead,
  update: mayChange,
  delete: mayChange,
};

/** The access token a request carries, in its header or its query. */
export function bearerOf(req: Request): string | undefined {
  const [scheme, token] = (req.get('authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer' && token) return token;
  return queryOf(req).get('access_token') ?? undefined;
}

/**
 * The channel a request acts for. `spend` takes the call's quota: after the token is known to be good, before its scopes
 * are looked at, so that an invalid request costs as well. Throws 401 authorizationRequired or authError, 403 insufficientPermissions.
 */
export function authorize(
  context: YoutubeContext,
  req: Request,
  call: keyof typeof scopesFor,
  spend: () => void,
): Channel {
  const channel = authenticate(context, req);
  spend();
  if (!channel.scopes.some((scope) => scopesFor[call].includes(scope))) throw refuse('insufficientPermissions');
  return channel.channel;
}

/** The channel and scopes behind a request's access token. Throws 401 authorizationRequired, authError. */
export function authenticate(context: YoutubeContext, req: Request): { channel: Channel; scopes: readonly string[] } {
  const token = bearerOf(req);
  if (token === undefined) throw refuse('authorizationRequired');
  const grant = findGrantByAccessToken(context, token);
  const channel = grant && context.store.channels.get(grant.channelId);
  if (!channel) throw refuse('authError');
  return { channel, scopes: grant.scopes };
}
