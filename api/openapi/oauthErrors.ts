import type { ResponseConfig } from '@asteasolutions/zod-to-openapi';
import { errorKinds } from '../http/errors';
import { asOAuthError, OAuthErrorBody } from '../http/oauthError';
import { refusalsOf } from '../http/refusalsOf';
import type { OAuthRefusals, RouteDescription } from '../http/Route';
import { headersForScripts, headersNamed } from './headers';
import { nameOf, ownHeaders } from './refusals';
import type { Headers } from './types';

interface Refused {
  readonly status: number;
  readonly meaning: string;
  readonly headers: Headers;
  readonly body: OAuthErrorBody;
}

/** The authorization server's refusals of programs, by status with their texts (RFC 6749 §5.2, RFC 7591 §3.2.2). */
export function describeOAuthErrors(
  route: RouteDescription,
  { oauth, errors }: OAuthRefusals,
): Record<string, ResponseConfig> {
  const common = ['X-Request-Id', ...headersForScripts(route)] as const;
  const own = errors.map(({ status, code, text }): Refused => ({
    status,
    meaning: '`error` says what is wrong with the request.',
    headers: headersNamed(...common, ...(status === 401 ? (['WWW-Authenticate'] as const) : [])),
    body: { error: code, error_description: text },
  }));
  const implied = refusalsOf(route).map(({ code, text }): Refused => ({
    ...errorKinds[code],
    headers: headersNamed(...common, ...(ownHeaders[code] ?? [])),
    body: asOAuthError(code, text, oauth),
  }));
  const all = [...own, ...implied];
  const statuses = new Set(all.map(({ status }) => status));
  return Object.fromEntries(
    Array.from(statuses, (status) => [status, responseOf(all.filter((refused) => refused.status === status))]),
  );
}

function responseOf(refused: readonly Refused[]): ResponseConfig {
  const examples = refused.map(({ body }) => {
    const text = body.error_description;
    return [nameOf({ text }), { summary: text, value: body }];
  });
  return {
    description: refused[0]?.meaning ?? '',
    headers: refused[0]?.headers ?? {},
    content: { 'application/json': { schema: OAuthErrorBody, examples: Object.fromEntries(examples) } },
  };
}
