import { createHash, randomUUID } from 'node:crypto';
import { Router } from 'express';
import type { Request } from 'express';
import { readForm } from '../../../sandbox/http/exchange';
import { queryOf } from '../../../sandbox/http/query';
import type { Answer } from '../../../sandbox/http/sendAnswer';
import type { ToyContext } from './context';
import { refuse } from './context';

export const allScopes = ['post', 'read'];
const hourMs = 3_600_000;

/** The channel that the token of a request speaks for. */
export function channelOf({ store, clock }: ToyContext, req: Request): string {
  const [, token = ''] = /^Bearer (.+)$/.exec(req.get('authorization') ?? '') ?? [];
  const found = store.accessTokens.get(token);
  const grant = found && found.expiresAtMs > clock() ? store.grants.get(found.grantId) : undefined;
  if (!grant) throw refuse('authError');
  return grant.channelId;
}

export function openChannel({ store }: ToyContext, name: string, account: string = randomUUID()): string {
  const id = `toy-${randomUUID()}`;
  store.channels.put(id, { id, name, account });
  return id;
}

export function openGrant({ store }: ToyContext, channelId: string, scopes: string[] = allScopes) {
  const grant = { id: randomUUID(), channelId, scopes, refreshToken: `refresh-${randomUUID()}` };
  store.grants.put(grant.id, grant);
  return grant;
}

export function issueToken({ store, clock }: ToyContext, grantId: string): string {
  const token = `access-${randomUUID()}`;
  store.accessTokens.put(token, { grantId, expiresAtMs: clock() + hourMs });
  return token;
}

/** An owner consents by a request that names the permissions; the code goes where the request says. */
export function accessRouter(context: ToyContext): Router {
  const { store } = context;
  return Router()
    .get('/toy/consent', (req, res) => {
      const query = queryOf(req);
      const [owner] = store.channels.values().filter(({ account }) => account === 'the owner');
      const channelId = owner?.id ?? openChannel(context, 'The owner’s', 'the owner');
      const grant = openGrant(context, channelId, (query.get('allow') ?? '').split(','));
      const code = `code-${randomUUID()}`;
      const redirectUri = query.get('redirect_uri') ?? '';
      store.codes.put(code, { grantId: grant.id, challenge: query.get('challenge') ?? '', redirectUri });
      const back = new URL(redirectUri);
      back.search = new URLSearchParams({ code, state: query.get('state') ?? '' }).toString();
      res.redirect(302, back.href);
    })
    .post('/toy/token', async (req, res) => {
      const { status, body } = tokensFor(context, await readForm(req));
      res.status(status).json(body);
    })
    .post('/toy/revoke', async (req, res) => {
      const token = (await readForm(req)).get('token');
      const grant = store.grants.values().find(({ refreshToken }) => refreshToken === token);
      if (grant) store.grants.delete(grant.id);
      res.json({});
    });
}

const invalid: Answer = { status: 400, body: { error: 'invalid_grant' } };

function tokensFor(context: ToyContext, form: URLSearchParams): Answer {
  if (form.get('client_id') !== context.app.clientId) return { status: 401, body: { error: 'invalid_client' } };
  const grant = form.has('code') ? grantOfCode(context, form) : grantOfRefresh(context, form);
  if (!grant) return invalid;
  const { account } = context.store.channels.get(grant.channelId)!;
  const { refreshToken, scopes } = grant;
  const accessToken = issueToken(context, grant.id);
  const body = { access_token: accessToken, expires_in: 3600, account, scopes };
  return { status: 200, body: form.has('code') ? { ...body, refresh_token: refreshToken } : body };
}

function grantOfCode({ store }: ToyContext, form: URLSearchParams) {
  const code = form.get('code') ?? '';
  const asked = store.codes.get(code);
  store.codes.delete(code);
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  const fits = asked?.challenge === challenge && asked.redirectUri === form.get('redirect_uri');
  return fits ? store.grants.get(asked.grantId) : undefined;
}

function grantOfRefresh({ store }: ToyContext, form: URLSearchParams) {
  return store.grants.values().find(({ refreshToken }) => refreshToken === form.get('refresh_token'));
}
