import type { Request } from 'express';
import { redeemCode } from './dialog/codes';
import type { FacebookContext } from './context';
import type { ErrorDescription } from './errorCatalogue';
import { graphErrors } from './errorCatalogue';
import { refuse, refuseParameter } from './errors';
import { tokenOf, viewerOf } from './graph/call';
import { readParams, readRequired } from './graph/params';
import type { Params } from './graph/params';
import type { Consent, Token } from './records';
import { accessOf, dataAccessEndsAtMs, isProofOf, issueUserToken, wordsFor } from './accounts/tokens';

/** `oauth/access_token`: a user's token for a code, or a long-lived token for a valid token (reference §4). */
export async function answerAccessToken(context: FacebookContext, req: Request): Promise<object> {
  const params = await readParams(req);
  assertClient(context, params);
  if (params.get('grant_type') === 'fb_exchange_token') {
    const { token, consent } = viewerOf(context, readRequired(params, 'fb_exchange_token'));
    if (token.pageId !== null) throw refuseParameter('The access token does not belong to a user');
    return tell(context, issueUserToken(context, consent, 'long'));
  }
  if (params.get('grant_type') === 'client_credentials')
    return {
      access_token: `${context.app.clientId}|${context.app.clientSecret}`,
      token_type: 'bearer',
    };
  return tell(context, issueUserToken(context, redeemCode(context, params), 'short'));
}

function tell({ clock }: FacebookContext, { token, expiresAtMs }: Token): object {
  const expiresIn = expiresAtMs === null ? {} : { expires_in: Math.round((expiresAtMs - clock()) / 1000) };
  return { access_token: token, token_type: 'bearer', ...expiresIn };
}

function assertClient({ app }: FacebookContext, params: Params): void {
  if (!params.get('client_id')) throw refuse('clientUnknown', { message: 'Missing client_id parameter.' });
  if (params.get('client_id') !== app.clientId) throw refuse('clientUnknown');
  const secret = params.get('client_secret');
  if (!secret) throw refuse('clientSecretWrong', { message: 'Missing client_secret parameter.' });
  if (secret !== app.clientSecret) throw refuse('clientSecretWrong');
}

/** `debug_token`: the validity and scopes of a token, asked with the app's own token, `id|secret` (reference §4). */
export async function answerDebugToken(context: FacebookContext, req: Request): Promise<object> {
  const params = await readParams(req);
  assertAppToken(context, tokenOf(req, params), params.get('appsecret_proof'));
  const input = readRequired(params, 'input_token');
  const access = accessOf(context, input);
  const token = context.store.tokens.get(input);
  const consent = token && context.store.consents.get(token.consentId);
  if (typeof access !== 'string') return { data: { ...describe(context, access), is_valid: true } };
  const { code, subcode }: ErrorDescription = graphErrors[access];
  const error = { code, message: wordsFor(context, input, access), ...(subcode !== undefined && { subcode }) };
  const known = token && consent ? describe(context, { token, consent }) : { scopes: [] };
  return { data: { ...known, error, is_valid: false } };
}

function assertAppToken(context: FacebookContext, token: string | undefined, proof: string | null): void {
  const { clientId, clientSecret } = context.app;
  if (token === undefined) throw refuse('noToken');
  if (proof !== null && !isProofOf(context, token, proof)) throw refuse('proofWrong');
  if (token === `${clientId}|${clientSecret}`) return;
  viewerOf(context, token);
  throw refuseParameter(
    'You must provide an app access token, or a user access token that is an owner or developer of the app',
  );
}

function describe({ app }: FacebookContext, { token, consent }: { token: Token; consent: Consent }): object {
  const seconds = (timeMs: number | null) => (timeMs === null ? 0 : Math.floor(timeMs / 1000));
  return {
    app_id: app.clientId,
    type: token.pageId === null ? 'USER' : 'PAGE',
    application: 'Sandbox app',
    data_access_expires_at: seconds(dataAccessEndsAtMs(consent)),
    expires_at: seconds(token.expiresAtMs),
    issued_at: seconds(token.issuedAtMs),
    ...(token.pageId !== null && { profile_id: token.pageId }),
    scopes: consent.granted,
    granular_scopes: consent.granted.map((scope) => {
      return { scope, ...(scope.startsWith('pages_') && { target_ids: consent.pageIds }) };
    }),
    user_id: token.userId,
  };
}
