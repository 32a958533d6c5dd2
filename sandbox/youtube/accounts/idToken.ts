import { createHmac } from 'node:crypto';
import { accountOf } from './accounts';
import type { YoutubeContext } from '../context';
import type { Grant } from '../records';

const lifetimeSeconds = 3600;

/**
 * Says who has consented (OpenID Connect Core, 2): a JWT, signed with the client's secret. Undefined: the grant does not
 * have `openid`.
 */
export function idTokenFor(context: YoutubeContext, grant: Grant): string | undefined {
  const account = accountOf(context, grant);
  if (!account || !grant.scopes.includes('openid')) return undefined;
  const { clientId: client, clientSecret: secret } = context.app;
  const iat = Math.floor(context.clock() / 1000);
  const times = { iat, exp: iat + lifetimeSeconds };
  const claims = { iss: 'https://accounts.google.com', azp: client, aud: client, sub: account.id, ...times };
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
