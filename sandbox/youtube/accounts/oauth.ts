import { Router } from 'express';
import type { Request, Response } from 'express';
import { readForm } from '../../http/exchange';
import { queryOf } from '../../http/query';
import { redeemCode } from './consent/codes';
import { parseScopes } from './consent/scopes';
import type { YoutubeContext } from '../context';
import { refuseOauth } from '../errors';
import { findGrantByAccessToken, issueAccessToken, revokeAccount } from './grants';
import { idTokenFor } from './idToken';
import type { Grant } from '../records';

/** Google's token host: /token, /revoke and /tokeninfo (reference §1). */
export function oauthRouter(context: YoutubeContext): Router {
  const router = Router();
  router.post('/token', async (req, res) => answerToken(context, await readForm(req), req, res));
  router.post('/revoke', async (req, res) => {
    const form = await readForm(req);
    const token = queryOf(req).get('token') ?? form.get('token');
    if (token === null) throw refuseOauth('invalid_request', 'Missing required parameter: token');
    if (!revokeAccount(context, token)) throw refuseOauth('invalid_token');
    res.json({});
  });
  router.all('/tokeninfo', async (req, res) => {
    const form = await readForm(req);
    answerTokenInfo(context, queryOf(req).get('access_token') ?? form.get('access_token') ?? '', res);
  });
  return router;
}

function answerToken(context: YoutubeContext, form: URLSearchParams, req: Request, res: Response): void {
  assertClient(context, form, req);
  const grantType = form.get('grant_type');
  if (grantType === null) throw refuseOauth('invalid_request', 'Missing required parameter: grant_type');
  if (grantType === 'refresh_token') {
    const grant = findRefreshable(context, form);
    return sendTokens(context, { ...grant, scopes: readScopes(form, grant) }, {}, res);
  }
  if (grantType === 'authorization_code') {
    const grant = redeemCode(context, form);
    return sendTokens(context, grant, grant.isOffline ? describeRefreshToken(context, grant) : {}, res);
  }
  throw refuseOauth('unsupported_grant_type', `Invalid grant_type: ${grantType}`);
}

/** Google tells the end of a refresh token with the token itself. */
function describeRefreshToken({ clock }: YoutubeContext, { refreshToken, endsAtMs }: Grant): object {
  const end = endsAtMs === null ? {} : { refresh_token_expires_in: Math.floor((endsAtMs - clock()) / 1000) };
  return { refresh_token: refreshToken, ...end };
}

function findRefreshable({ store, clock }: YoutubeContext, form: URLSearchParams): Grant {
  const refreshToken = form.get('refresh_token');
  if (!refreshToken) throw refuseOauth('invalid_request', 'Missing required parameter: refresh_token');
  const grant = store.grants.get(refreshToken);
  if (!grant) throw refuseOauth('invalid_grant', 'Bad Request');
  const isOver = grant.endsAtMs !== null && grant.endsAtMs <= clock();
  if (grant.isRevoked || isOver) throw refuseOauth('invalid_grant');
  return grant;
}

/** A renewal may ask for less than was granted, never for more (RFC 6749, 6). Throws 400 invalid_scope. */
function readScopes(form: URLSearchParams, { scopes }: Grant): string[] {
  const wanted = parseScopes(form.get('scope') ?? '');
  if (wanted.some((scope) => !scopes.includes(scope))) throw refuseOauth('invalid_scope');
  return wanted.length === 0 ? scopes : wanted;
}

/** A token for as much as the scopes of `grant` say. */
function sendTokens(context: YoutubeContext, grant: Grant, refreshToken: object, res: Response): void {
  const { token } = issueAccessToken(context, grant);
  res.set('Cache-Control', 'no-cache, no-store, max-age=0, must-revalidate');
  const scope = grant.scopes.join(' ');
  const idToken = idTokenFor(context, grant);
  const granted = { ...refreshToken, scope, token_type: 'Bearer', ...(idToken && { id_token: idToken }) };
  res.json({ access_token: token, expires_in: 3599, ...granted });
}

function answerTokenInfo(context: YoutubeContext, token: string, res: Response): void {
  const grant = findGrantByAccessToken(context, token);
  const record = context.store.accessTokens.get(token);
  if (!grant || !record) throw refuseOauth('invalid_token', 'Invalid Value');
  const clientId = context.app.clientId;
  res.json({
    azp: clientId,
    aud: clientId,
    scope: grant.scopes.join(' '),
    exp: String(Math.floor(record.expiresAtMs / 1000)),
    expires_in: String(Math.floor((record.expiresAtMs - context.clock()) / 1000)),
    access_type: grant.isOffline ? 'offline' : 'online',
  });
}

/**
 * The client says who it is in the form or by HTTP Basic (RFC 6749, 2.3.1). An empty secret counts as none, as recorded
 * (github.com/googleapis/google-api-nodejs-client/issues/1582).
 */
function assertClient({ app }: YoutubeContext, form: URLSearchParams, req: Request): void {
  const basic = /^Basic (.+)$/i.exec(req.get('authorization') ?? '')?.[1];
  const [basicId, basicSecret] = basic ? Buffer.from(basic, 'base64').toString().split(':') : [];
  const id = form.get('client_id') ?? basicId;
  if (id === undefined) throw refuseOauth('invalid_request', 'Could not determine client ID from request.');
  if (id !== app.clientId) throw refuseOauth('invalid_client');
  const secret = form.get('client_secret') ?? basicSecret;
  if (!secret) throw refuseOauth('invalid_request', 'client_secret is missing.');
  if (secret !== app.clientSecret) throw refuseOauth('invalid_client', 'Unauthorized');
}
