import { createHmac } from 'node:crypto';
import type { z } from 'zod';
import { exchange, isSuccess, readBody } from '../http/exchange';
import type { Answer, AnswerKind, Asked, Operation } from '../http/exchange';
import { writtenInTime } from '../http/inTime';
import type { MediaClient } from '../http/sendMedia';
import type { ChannelCall } from '../Platform';
import type { Call } from '../Call';
import { failureOf, readError } from './failures';
import type { FacebookSettings } from './settings';

/** The client of the adapter, which all its calls share. */
export interface FacebookClient extends MediaClient {
  readonly settings: FacebookSettings;
}

/** A call of the Graph API, without a lease if it only reads. Facebook gives no daily quota. */
export type GraphCall = Omit<ChannelCall, 'spend'> &
  Partial<Pick<Call, 'notAfterMs'>> & {
    /** `data` if left out. */
    asked?: AnswerKind;
  };

export type GraphRequest = Target & Exclude<Asked, { method: 'PUT' }>;

interface Target {
  /** An id, or a path of the Graph API below its version. */
  readonly path: string;
  readonly parameters?: Readonly<Record<string, string>>;
}

/**
 * A call of the Graph API in the name of a token. Resolves for every status.
 * @throws PublishFailure, with nothing written, for a call that would change something after `call.notAfterMs`
 */
export function callGraph(
  client: FacebookClient,
  { accessToken, signal, notAfterMs = Infinity, asked = 'data' }: GraphCall,
  { path, parameters = {}, ...asking }: GraphRequest,
): Promise<Answer> {
  const form = new URLSearchParams({ ...parameters, ...proofOf(client, accessToken) }).toString();
  const answerWithinMs = client.patience.answerMs;
  const shared = { asked, signal, answerWithinMs, secrets: secretsOf(client, accessToken) };
  const url = graphUrl(client, path);
  const headers = { authorization: `OAuth ${accessToken}` };
  if (asking.method === 'GET') return exchange(client, { ...shared, ...asking, url: `${url}?${form}`, headers });
  const [query, text] = asking.method === 'POST' ? ['', form] : [`?${form}`, ''];
  return exchange(client, {
    ...shared,
    ...asking,
    url: `${url}${query}`,
    headers: { ...headers, ...formHeaders(text) },
    body: writtenInTime(client, text, notAfterMs),
  });
}

/** A call that no token of a user or page makes, but this service's app by its secret. */
export function callAsApp(
  client: FacebookClient,
  path: string,
  {
    operation,
    parameters,
    secrets,
    signal,
  }: { operation: Operation; parameters: Record<string, string>; secrets: readonly string[]; signal: AbortSignal },
): Promise<Answer> {
  const { appId, appSecret } = client.settings;
  const text = new URLSearchParams({ ...parameters, client_id: appId, client_secret: appSecret }).toString();
  return exchange(client, {
    method: 'POST',
    operation,
    url: graphUrl(client, path),
    asked: 'tokens',
    headers: formHeaders(text),
    body: text,
    signal,
    answerWithinMs: client.patience.answerMs,
    secrets: [...secrets, appSecret],
  });
}

export function graphUrl({ settings }: FacebookClient, path: string): string {
  return `${settings.graphBase}/${settings.version}/${path}`;
}

/**
 * Proves that this service's app uses the token, rather than a thief of the token
 * (developers.facebook.com/docs/graph-api/guides/secure-requests). The Graph host demands it; rupload takes none.
 */
export function proofOf({ settings }: FacebookClient, accessToken: string): { appsecret_proof: string } {
  return { appsecret_proof: createHmac('sha256', settings.appSecret).update(accessToken).digest('hex') };
}

/** The secrets of a call that Facebook may repeat in an error. */
export function secretsOf(client: FacebookClient, accessToken: string): string[] {
  return [accessToken, proofOf(client, accessToken).appsecret_proof, client.settings.appSecret];
}

/** @throws PublishFailure for every status but 2xx, and for an error that comes with 200 */
export function requireSuccess(answer: Answer): void {
  if (!isSuccess(answer) || readError(answer) !== undefined) throw failureOf(answer);
}

/**
 * The body of a success, checked.
 * @param expected the expected content of the body, in words, for the message
 * @throws PublishFailure as `requireSuccess`, and for a body that does not fit
 */
export function readGraph<T>(answer: Answer, schema: z.ZodType<T>, expected: string): T {
  requireSuccess(answer);
  return readBody(answer, schema, expected);
}

function formHeaders(text: string): Record<string, string> {
  return {
    'content-length': String(Buffer.byteLength(text)),
    ...(text !== '' && { 'content-type': 'application/x-www-form-urlencoded' }),
  };
}
