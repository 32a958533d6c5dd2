import { createHmac, timingSafeEqual } from 'node:crypto';

/** The result of checking a delivery's signatures. `unchecked`: no secret was set. */
export interface SignatureCheck {
  /** `valid`: there is at least one signature, and all signatures fit. */
  readonly verdict: 'valid' | 'invalid' | 'unchecked';
  /** X-Webhook-Signature, or X-Webhook-Signature-Previous while a secret is being replaced. */
  readonly hex: SchemeCheck;
  /** webhook-signature of the Standard Webhooks specification. */
  readonly standard: SchemeCheck;
}

/** Names in lower case. */
export type Headers = Readonly<Partial<Record<string, string>>>;
type SchemeCheck = 'valid' | 'invalid' | 'missing' | 'unchecked';

/** Older and newer timestamps are not taken (Standard Webhooks, verifying). */
const toleranceMs = 300_000;

/** Checks a delivery as its receiver should: over the bytes as they came, by the time at which they came. */
export function checkSignature(
  secret: string | null,
  headers: Headers,
  body: Buffer,
  receivedAtMs: number,
): SignatureCheck {
  if (secret === null) return { verdict: 'unchecked', hex: 'unchecked', standard: 'unchecked' };
  const hex = checkHex(secret, headers, body);
  const standard = checkStandard(secret, headers, body, receivedAtMs);
  const isValid = [hex, standard].includes('valid') && ![hex, standard].includes('invalid');
  return { verdict: isValid ? 'valid' : 'invalid', hex, standard };
}

/** Hexadecimal HMAC-SHA256 of the body; the key is the secret's text. */
function checkHex(secret: string, headers: Headers, body: Buffer): SchemeCheck {
  const sent = ['x-webhook-signature', 'x-webhook-signature-previous'].flatMap((name) => headers[name] ?? []);
  if (sent.length === 0) return 'missing';
  const expected = createHmac('sha256', secret).update(body).digest('hex');
  return sent.some((signature) => isEqual(signature, expected)) ? 'valid' : 'invalid';
}

/** `v1,` and the base64 HMAC-SHA256 of id, timestamp and body; key: the base64 after `whsec_`. One match is enough. */
function checkStandard(secret: string, headers: Headers, body: Buffer, receivedAtMs: number): SchemeCheck {
  const [id, timestamp, sent] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name]);
  if (sent === undefined) return 'missing';
  if (!id || !timestamp) return 'invalid';
  if (!(Math.abs(Number(timestamp) * 1000 - receivedAtMs) <= toleranceMs)) return 'invalid';
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  return sent.split(' ').some((signature) => isEqual(signature, `v1,${digest}`)) ? 'valid' : 'invalid';
}

function isEqual(sent: string, expected: string): boolean {
  const [left, right] = [Buffer.from(sent), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
