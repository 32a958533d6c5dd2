import { Router } from 'express';
import type { NextFunction, Request, Response } from 'express';
import { readForm } from '../../../http/exchange';
import { queryOf } from '../../../http/query';
import { liveGrantsOf, listAccounts, openChannel } from '../accounts';
import type { Account } from '../accounts';
import type { YoutubeContext } from '../../context';
import { createGrant } from '../grants';
import type { Channel } from '../../records';
import { AuthorizationRefused, readAuthorizationRequest } from './authorizationRequest';
import type { AuthorizationRequest } from './authorizationRequest';
import { issueCode } from './codes';
import { sendAccounts, sendChannels, sendQuestion, sendRefusal } from './pages';
import type { Address } from './pages';
import { signInScopes } from './scopes';

/** The account and channel that consent. Undefined: the channel is not chosen yet; null: the account has no channel. */
interface Chosen {
  readonly account: Account;
  readonly channel: Channel | null | undefined;
}

interface Consent {
  readonly account: Account;
  readonly channel: Channel | null;
  readonly granted: readonly string[];
}

const path = '/o/oauth2/v2/auth';

/** Google's account host: the pages on which an account lets a client in, or does not (reference §1). */
export function consentRouter(context: YoutubeContext): Router {
  const router = Router();
  router.get(path, (req, res) => {
    const request = readAuthorizationRequest(context.app, queryOf(req));
    if (request.isSilent) answerSilently(context, request, res);
    else ask(context, request, req, res);
  });
  router.post(path, async (req, res) => {
    const form = await readForm(req);
    const request = readAuthorizationRequest(context.app, queryOf(req));
    const chosen = choose(context, request, queryOf(req));
    if (form.get('decision') === 'deny') return sendBack(res, request, { error: 'access_denied' });
    if (form.get('decision') !== 'allow' || chosen?.channel === undefined) return ask(context, request, req, res);
    const { choices } = splitScopes(request);
    const ticked = form.getAll('scope');
    const granted = request.scopes.filter((scope) => !choices.includes(scope) || ticked.includes(scope));
    if (granted.length === 0) return sendBack(res, request, { error: 'access_denied' });
    allow(context, request, { account: chosen.account, channel: chosen.channel, granted }, res);
  });
  router.use((error: unknown, _req: Request, res: Response, next: NextFunction) => {
    if (!(error instanceof AuthorizationRefused)) return next(error);
    sendRefusal(res, error);
  });
  return router;
}

/** Shows the next step: account, channel, consent. The last is left out if all of it has been granted before. */
function ask(context: YoutubeContext, request: AuthorizationRequest, req: Request, res: Response): void {
  const { clientId } = context.app;
  const chosen = choose(context, request, queryOf(req));
  const address = addressOf(req);
  if (!chosen) return sendAccounts(res, clientId, listAccounts(context), address);
  const { account, channel } = chosen;
  if (channel === undefined) return sendChannels(res, account, address);
  if (!request.asksAnew && hasGranted(context, request, account))
    return allow(context, request, { account, channel, granted: request.scopes }, res);
  sendQuestion(res, { clientId, account, channel, ...splitScopes(request) }, address);
}

/** `prompt=none`: an answer without a page, or none (OpenID Connect Core, 3.1.2.6). */
function answerSilently(context: YoutubeContext, request: AuthorizationRequest, res: Response): void {
  const { account, channel } = choose(context, request, new URLSearchParams()) ?? {};
  if (!account || channel === undefined || !hasGranted(context, request, account))
    return sendBack(res, request, { error: 'interaction_required' });
  allow(context, request, { account, channel, granted: request.scopes }, res);
}

function choose(context: YoutubeContext, request: AuthorizationRequest, query: URLSearchParams): Chosen | undefined {
  const hint = request.asksForAccount ? null : request.loginHint;
  const wanted = query.get('account') ?? hint;
  const account = listAccounts(context).find(({ id, email }) => id === wanted || email === wanted);
  if (!account) return undefined;
  const { channels } = account;
  const only = channels.length > 1 ? undefined : (channels[0] ?? null);
  return { account, channel: channels.find(({ id }) => id === query.get('channel')) ?? only };
}

/** This page with a choice made; with an empty account, none is made, whatever the client has hinted at. */
function addressOf(req: Request): Address {
  return ({ account, channel } = { account: '' }) => {
    const query = queryOf(req);
    query.set('account', account);
    query.delete('channel');
    if (channel !== undefined) query.set('channel', channel);
    return `${path}?${query.toString()}`;
  };
}

/** A client that asks only for the user's identity, or for one thing more, leaves no choice. */
function splitScopes({ scopes }: AuthorizationRequest): { choices: readonly string[]; fixed: readonly string[] } {
  const choices = scopes.filter((scope) => !signInScopes.includes(scope));
  if (choices.length < 2) return { choices: [], fixed: scopes };
  return { choices, fixed: scopes.filter((scope) => signInScopes.includes(scope)) };
}

function hasGranted(context: YoutubeContext, { scopes }: AuthorizationRequest, account: Account): boolean {
  const granted = liveGrantsOf(context, account).flatMap((grant) => grant.scopes);
  return scopes.every((scope) => granted.includes(scope));
}

/** Records a consent. A refresh token follows only an account's first consent, or a consent asked for again. */
function allow(
  context: YoutubeContext,
  request: AuthorizationRequest,
  { account, channel, granted }: Consent,
  res: Response,
): void {
  const earlier = liveGrantsOf(context, account);
  const included = request.includesGranted ? earlier.flatMap(({ scopes }) => scopes) : [];
  const scopes = [...new Set([...granted, ...included])];
  if (channel) openChannel(context, channel.id);
  const grant = createGrant(context, {
    channelId: channel?.id ?? null,
    scopes,
    isOffline: request.isOffline && (earlier.length === 0 || request.asksAnew),
  });
  sendBack(res, request, { code: issueCode(context, request, grant), scope: scopes.join(' ') });
}

/** Leads the browser back to the client. */
function sendBack(res: Response, { redirectUri, state }: AuthorizationRequest, answer: Record<string, string>): void {
  const target = new URL(redirectUri);
  if (state !== null) target.searchParams.append('state', state);
  for (const [name, value] of Object.entries(answer)) target.searchParams.append(name, value);
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).redirect(target.href);
}
