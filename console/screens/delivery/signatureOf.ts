import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export interface SentAttempt {
  /** Of the delivery. */
  id: string;
  body: string;
  attempt: number;
  /** When it was made, an ISO date. */
  at: string;
}

/**
 * The headers by which a receiver checks an attempt (contract.md §5), as they are with this secret. The service keeps no
 * signature. Unlike `crypto.subtle` this works where the page came without TLS, too.
 */
export function signatureOf({ id, body, attempt, at }: SentAttempt, secret: string): Record<string, string> {
  const timestamp = Math.floor(Date.parse(at) / 1000);
  const key = Uint8Array.from(atob(secret.replace(/^whsec_/, '')), (letter) => letter.charCodeAt(0));
  const standard = hmac(sha256, key, utf8ToBytes(`${id}.${timestamp}.${body}`));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': `v1,${btoa(String.fromCharCode(...standard))}`,
    'x-webhook-attempt': String(attempt),
    'x-webhook-signature': bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(body))),
  };
}
