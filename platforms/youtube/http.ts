import type { z } from 'zod';
import { exchange, isSuccess, readBody } from '../http/exchange';
import type { Answer, Asked } from '../http/exchange';
import { writtenInTime } from '../http/inTime';
import type { MediaClient } from '../http/sendMedia';
import type { ChannelCall } from '../Platform';
import type { Call } from '../Call';
import { failureOf } from './failures';
import { changeUnits, readUnits, spend } from './quota';
import type { YouTubeSettings } from './settings';

/** The client of the adapter, which all its calls share. */
export interface YouTubeClient extends MediaClient {
  readonly settings: YouTubeSettings;
}

/** A call of the YouTube Data API, without a lease if it only reads. */
export type ApiCall = ChannelCall & Partial<Pick<Call, 'notAfterMs'>>;

type ApiRequest = Target & Asked;

interface Target {
  readonly resource:
    | 'videos'
    | 'channels'
    | 'playlists'
    | 'playlistItems'
    | 'commentThreads'
    | 'captions'
    | 'videoCategories';
  readonly query: Record<string, string>;
  readonly json?: unknown;
  /** The cost where it is not the usual one of a read or a change. */
  readonly units?: number;
}

/**
 * A call of the YouTube Data API v3 on behalf of the channel. Resolves for every status.
 * @throws PublishFailure, with nothing written, for a call that would change something after `call.notAfterMs`
 */
export async function callApi(
  client: YouTubeClient,
  call: ApiCall,
  { resource, query: fields, json, units, ...asking }: ApiRequest,
): Promise<Answer> {
  await spend(call, 'units', units ?? (asking.method === 'GET' ? readUnits : changeUnits));
  const query = new URLSearchParams(fields).toString();
  return exchange(client, {
    ...asking,
    url: `${client.settings.apiBase}/youtube/v3/${resource}?${query}`,
    asked: 'data',
    signal: call.signal,
    answerWithinMs: client.patience.answerMs,
    secrets: [call.accessToken],
    headers: { authorization: `Bearer ${call.accessToken}` },
    ...(asking.method !== 'GET' && changing(client, call, json)),
  });
}

interface Changing {
  headers: Record<string, string>;
  body: Iterable<Uint8Array>;
}

/** Headers and body of a request that changes something, written before `call.notAfterMs` or not at all. */
export function changing(
  client: YouTubeClient,
  { accessToken, notAfterMs = Infinity }: Omit<ApiCall, 'spend'>,
  json: unknown,
): Changing {
  const text = json === undefined ? '' : JSON.stringify(json);
  return {
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-length': String(Buffer.byteLength(text)),
      ...(text !== '' && { 'content-type': 'application/json; charset=UTF-8' }),
    },
    body: writtenInTime(client, text, notAfterMs),
  };
}

/** @throws PublishFailure for every status but 2xx */
export function requireSuccess(answer: Answer): void {
  if (!isSuccess(answer)) throw failureOf(answer);
}

/**
 * The body of a success, checked.
 * @param expected the expected content of the body, in words, for the message
 * @throws PublishFailure for every status but 2xx, and for a body that does not fit
 */
export function readJson<T>(answer: Answer, schema: z.ZodType<T>, expected: string): T {
  requireSuccess(answer);
  return readBody(answer, schema, expected);
}
