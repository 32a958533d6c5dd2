import type { Request } from 'express';
import { queryOf } from '../../http/query';
import type { YoutubeContext } from '../context';
import { refuse } from '../errors';
import { findGrantByAccessToken, scopeUrl } from './grants';
import type { Channel, Grant } from '../records';

const mayRead = ['youtube', 'youtube.readonly', 'youtube.force-ssl', 'youtubepartner'].map(scopeUrl);
const mayChange = ['youtube', 'youtube.force-ssl', 'youtubepartner'].map(scopeUrl);

/** The scopes that open each call; one of them is enough (discovery document). */
const scopesFor = {
  insert: ['youtube.upload', ...mayChange].map(scopeUrl),
  list: mayRead,
  update: mayChange,
  delete: mayChange,
  // A comment is read and made with this scope alone (reference pages of commentThreads).
  comment: ['youtube.force-ssl'].map(scopeUrl),
};

/** The access token a request carries, in its header or its query. */
export function bearerOf(req: Request): string | undefined {
  const [scheme, token] = (req.get('authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() === 'bearer' && token) return token;
  return queryOf(req).get('access_token') ?? undefined;
}

/** Tells whether a request has a key, which names a project but no channel (guide `standard_parameters`, `key`). */
function hasApiKey(req: Request): boolean {
  return queryOf(req).has('key') || req.get('x-goog-api-key') !== undefined;
}

/**
 * The channel a request acts for. `spend` takes the call's quota: after the token is known to be good, before its scopes
 * are looked at, so that an invalid request costs as well.
 * Throws 401 authorizationRequired, authError or youtubeSignupRequired, 403 forbidden or insufficientPermissions.
 */
export function authorize(
  context: YoutubeContext,
  req: Request,
  call: keyof typeof scopesFor,
  spend: () => void,
): Channel {
  const channel = authorizeAccount(context, req, call, spend);
  if (!channel) throw refuse('youtubeSignupRequired');
  return channel;
}

/** The same for calls that an account without a channel may make as well; undefined: it has no channel. */
export function authorizeAccount(
  context: YoutubeContext,
  req: Request,
  call: keyof typeof scopesFor,
  spend: () => void,
): Channel | undefined {
  const { channelId, scopes } = authenticate(context, req);
  spend();
  if (!scopes.some((scope) => scopesFor[call].includes(scope))) throw refuse('insufficientPermissions');
  return context.store.channels.get(channelId ?? '');
}

/**
 * The grant behind a request's access token. Throws 401 authError, and without a token: 401 authorizationRequired for a
 * request with an API key, 403 forbidden for a request without any credential (recorded:
 * github.com/Benjamin-Loison/YouTube-operational-API/issues/229).
 */
export function authenticate(context: YoutubeContext, req: Request): Grant {
  const token = bearerOf(req);
  if (token === undefined) throw refuse(hasApiKey(req) ? 'authorizationRequired' : 'unregisteredCaller');
  const grant = findGrantByAccessToken(context, token);
  if (!grant) throw refuse('authError');
  return grant;
}
