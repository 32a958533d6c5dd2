import { paced } from '../domain/pace';
import {
  answerKeptBytesMax,
  answerReadBytesMax,
  answerWaitMs,
  attemptDeadlineMs,
  isTransition,
} from '../domain/webhook';
import type { DeliveryEvent, DeliveryFault } from '../domain/webhook';
import { redactText } from './redactText';
import { valuesOf } from './safeFetch/answerHead';
import { OutboundError, outboundErrorOf } from './safeFetch/OutboundError';
import type { OutboundReason } from './safeFetch/OutboundError';
import type { OutboundAnswer, SafeFetch } from './safeFetch/safeFetch';
import { signatureHeaders } from './webhookSignature';
import type { SigningSecrets } from './webhookSignature';

export interface WebhookMessage {
  /** The delivery's id: stays the same over all attempts. */
  id: string;
  url: string;
  /** What the body tells of. */
  event: DeliveryEvent;
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
 * Redirects are failures. The status line of the answer decides, if HTTP follows; at most 16 KiB of the body are
 * read, for at most 1 s, and nothing is decompressed (contract.md §5).
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
    ...(!isTransition(message.event) && { 'x-webhook-event': message.event }),
    'content-type': 'application/json',
    'user-agent': 'ContentDelivery-Webhooks/1.0',
    // On a connection that the receiver is about to close, a healthy one would seem to have failed.
    connection: 'close',
  };
  const { responseBody, ...result } = await send(safeFetch, message, headers);
  const kept = responseBody === null ? null : startOf(redactText(responseBody, signaturesIn(signed)));
  return { at, durationMs: Math.round(performance.now() - beganAtMs), ...result, responseBody: kept };
}

/** The signatures to redact: a receiver that repeats a webhook must not make us keep the means to send it once more. */
function signaturesIn(signed: Record<string, string>): string[] {
  return Object.entries(signed)
    .filter(([name]) => name.includes('signature'))
    .flatMap(([, value]) => value.split(' '))
    .map((signature) => signature.replace(/^v1,/, ''));
}

type Sent = Omit<PostResult, 'at' | 'durationMs'>;

async function send(safeFetch: SafeFetch, message: WebhookMessage, headers: Record<string, string>): Promise<Sent> {
  const { onStatus, signal, clear, status } = startWait();
  try {
    const answer = await safeFetch.request(message.url, {
      method: 'POST',
      body: message.body,
      headers,
      redirects: 'refuse',
      deadlineMs: paced(attemptDeadlineMs),
      signal,
      onStatus,
    });
    const [retryAfter] = valuesOf(answer.headers, 'retry-after');
    return judge(answer.status, await readStart(answer), retryAfter);
  } catch (error) {
    const outbound = error instanceof OutboundError ? error : outboundErrorOf(error);
    const answered = status();
    return answered === null || outbound?.reason === 'protocol_error' ? failed(outbound) : judge(answered, '');
  } finally {
    clear();
  }
}

/** Begins with the status line, and ends the wait for the rest of the answer. */
function startWait() {
  const controller = new AbortController();
  let answered: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  return {
    signal: controller.signal,
    onStatus: (status: number): void => {
      answered = status;
      timer = setTimeout(() => controller.abort(), paced(answerWaitMs));
    },
    status: () => answered,
    clear: () => clearTimeout(timer),
  };
}

function judge(httpStatusCode: number, responseBody: string, retryAfter?: string): Sent {
  const isDelivered = httpStatusCode >= 200 && httpStatusCode <= 299;
  const error = isDelivered ? null : fault('http_status', `the receiver answered ${httpStatusCode}`);
  return { isDelivered, httpStatusCode, error, responseBody, retryAfterMs: retryAfterMs(retryAfter) };
}

function failed(outbound: OutboundError | undefined): Sent {
  const reason = outbound ? faults[outbound.reason] : 'connection_reset';
  const text = outbound?.message ?? 'The host closed the connection before its answer was complete.';
  return { isDelivered: false, httpStatusCode: null, error: fault(reason, text), responseBody: null, retryAfterMs: 0 };
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

/** Reads the body until it ends, breaks off or 16 KiB have come, as long as the attempt waits. */
async function readStart({ body }: OutboundAnswer): Promise<string> {
  const read: Buffer[] = [];
  let readBytes = 0;
  try {
    for await (const chunk of body) {
      const bytes = Buffer.from(chunk);
      read.push(bytes);
      readBytes += bytes.length;
      if (readBytes >= answerReadBytesMax) break;
    }
  } catch {
    // The status line has decided: the bytes that have come are kept.
  }
  return Buffer.concat(read).subarray(0, answerReadBytesMax).toString('utf8');
}

/** The part of an answer that is kept. A NUL cannot be stored as text. */
function startOf(text: string): string {
  return Buffer.from(text).subarray(0, answerKeptBytesMax).toString('utf8').replaceAll('\0', '');
}

/** RFC 9110 §10.2.3: seconds, or a date. */
function retryAfterMs(value: string | undefined): number {
  if (value === undefined) return 0;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : 0;
}
