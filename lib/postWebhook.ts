import { paced } from '../domain/pace';
import { answerKeptBytesMax, answerReadBytesMax, attemptDeadlineMs } from '../domain/webhook';
import type { DeliveryFault } from '../domain/webhook';
import { redactText } from './redactText';
import { OutboundError, outboundErrorOf } from './safeFetch/OutboundError';
import type { OutboundReason } from './safeFetch/OutboundError';
import type { OutboundAnswer, SafeFetch } from './safeFetch/safeFetch';
import { signatureHeaders } from './webhookSignature';
import type { SigningSecrets } from './webhookSignature';

export interface WebhookMessage {
  /** The delivery's id: stays the same over all attempts. */
  id: string;
  url: string;
  body: string;
  /** Counted from 1. */
  attempt: number;
}

/** The result of one request. */
export interface PostResult {
  at: Date;
  durationMs: number;
  isDelivered: boolean;
  httpStatusCode: number | null;
  /** One of the delivery faults, and a short text; null when delivered. */
  error: string | null;
  /** The first 4 KiB of the answer, without signatures. */
  responseBody: string | null;
  /** The wait that the receiver asked for; 0 if none. */
  retryAfterMs: number;
}

/**
 * Signs a webhook and posts it once. Never throws: whatever happens within the 10.0 s of an attempt is its result.
 * Redirects are failures; at most 16 KiB of the answer is read, nothing is decompressed (contract.md §5).
 */
export async function postWebhook(
  safeFetch: SafeFetch,
  message: WebhookMessage,
  secrets: SigningSecrets,
): Promise<PostResult> {
  const at = new Date();
  const beganAtMs = performance.now();
  const signed = signatureHeaders({ id: message.id, sentAt: at, body: message.body }, secrets);
  const headers = {
    ...signed,
    'x-webhook-attempt': String(message.attempt),
    'content-type': 'application/json',
    'user-agent': 'ContentDelivery-Webhooks/1.0',
    // On a connection that the receiver is about to close, a healthy one would seem to have failed.
    connection: 'close',
  };
  const { responseBody, ...result } = await send(safeFetch, message, headers);
  const kept = responseBody === null ? null : startOf(redactText(responseBody, signaturesIn(signed)));
  return { at, durationMs: Math.round(performance.now() - beganAtMs), ...result, responseBody: kept };
}

/** Receivers that say again what they were sent must not make us keep what lets it be sent once more. */
function signaturesIn(signed: Record<string, string>): string[] {
  return Object.entries(signed)
    .filter(([name]) => name.includes('signature'))
    .flatMap(([, value]) => value.split(' '))
    .map((signature) => signature.replace(/^v1,/, ''));
}

type Sent = Omit<PostResult, 'at' | 'durationMs'>;

async function send(safeFetch: SafeFetch, message: WebhookMessage, headers: Record<string, string>): Promise<Sent> {
  let answer: OutboundAnswer | undefined;
  try {
    answer = await safeFetch.request(message.url, {
      method: 'POST',
      body: message.body,
      headers,
      redirects: 'refuse',
      deadlineMs: paced(attemptDeadlineMs),
    });
    return judge(answer, await readStart(answer));
  } catch (error) {
    return failed(error, answer?.status ?? null);
  }
}

function judge({ status, headers }: OutboundAnswer, responseBody: string): Sent {
  const isDelivered = status >= 200 && status <= 299;
  const error = isDelivered ? null : fault('http_status', `the receiver answered ${status}`);
  const retryAfterMs = retryAfter([headers['retry-after']].flat()[0]);
  return { isDelivered, httpStatusCode: status, error, responseBody, retryAfterMs };
}

function failed(error: unknown, httpStatusCode: number | null): Sent {
  const outbound = error instanceof OutboundError ? error : outboundErrorOf(error);
  const reason = outbound ? faults[outbound.reason] : 'connection_reset';
  const text = outbound?.message ?? 'The host closed the connection before its answer was complete.';
  return { isDelivered: false, httpStatusCode, error: fault(reason, text), responseBody: null, retryAfterMs: 0 };
}

function fault(reason: DeliveryFault, text: string): string {
  return `${reason}: ${text}`;
}

const faults: Record<OutboundReason, DeliveryFault> = {
  invalid_url: 'blocked_address',
  blocked_address: 'blocked_address',
  dns_error: 'dns_error',
  connection_refused: 'connection_refused',
  connection_reset: 'connection_reset',
  timeout: 'timeout',
  tls_error: 'tls_error',
  protocol_error: 'connection_reset',
  too_many_redirects: 'http_status',
  insecure_redirect: 'http_status',
  aborted: 'connection_reset',
};

/** Reads the answer until it ends or 16 KiB have come; the connection of a longer one is closed. */
async function readStart({ body }: OutboundAnswer): Promise<string> {
  const read: Buffer[] = [];
  let readBytes = 0;
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk);
    read.push(bytes);
    readBytes += bytes.length;
    if (readBytes >= answerReadBytesMax) break;
  }
  return Buffer.concat(read).subarray(0, answerReadBytesMax).toString('utf8');
}

/** The part of an answer that is kept. A NUL cannot be stored as text. */
function startOf(text: string): string {
  return Buffer.from(text).subarray(0, answerKeptBytesMax).toString('utf8').replaceAll('\0', '');
}

/** RFC 9110 §10.2.3: seconds, or a date. */
function retryAfter(value: string | undefined): number {
  if (value === undefined) return 0;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
