import type { z } from 'zod';
import { exchange, isSuccess, readBody } from '../../../platforms/http/exchange';
import type { Answer, Asked } from '../../../platforms/http/exchange';
import { writtenInTime } from '../../../platforms/http/inTime';
import type { MediaClient } from '../../../platforms/http/sendMedia';
import type { ChannelCall } from '../../../platforms/Platform';
import type { Call } from '../../../platforms/Call';
import { failureOf } from './failures';
import type { ToySettings } from './settings';

export interface ToyClient extends MediaClient {
  readonly settings: ToySettings;
}

/** The terms of a call; a call that only reads needs no lease. */
type ApiCall = ChannelCall & Partial<Pick<Call, 'notAfterMs'>>;

type ApiRequest = Target & Asked;

interface Target {
  readonly path: string;
  readonly query?: Record<string, string>;
  readonly json?: unknown;
}

export function urlOf({ settings }: ToyClient, path: string, query: Record<string, string> = {}): string {
  return `${settings.base}/toy/${path}?${new URLSearchParams(query).toString()}`;
}

/** A call on behalf of the channel. Resolves for every status. */
export function callApi(
  client: ToyClient,
  call: ApiCall,
  { path, query, json, ...asking }: ApiRequest,
): Promise<Answer> {
  const { accessToken, signal, notAfterMs = Infinity } = call;
  const text = json === undefined ? '' : JSON.stringify(json);
  const length = { 'content-length': String(Buffer.byteLength(text)) };
  return exchange(client, {
    ...asking,
    url: urlOf(client, path, query),
    asked: 'data',
    signal,
    answerWithinMs: client.patience.answerMs,
    secrets: [accessToken],
    headers: { authorization: `Bearer ${accessToken}`, ...(asking.method !== 'GET' && length) },
    ...(asking.method !== 'GET' && { body: writtenInTime(client, text, notAfterMs) }),
  });
}

/** @throws PublishFailure for every status but 2xx */
export function readJson<T>(answer: Answer, schema: z.ZodType<T>, expected: string): T {
  requireSuccess(answer);
  return readBody(answer, schema, expected);
}

export function requireSuccess(answer: Answer): void {
  if (!isSuccess(answer)) throw failureOf(answer);
}
