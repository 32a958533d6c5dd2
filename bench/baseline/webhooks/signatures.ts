import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Standard Webhooks: a message further from now may be a recorded message that an attacker sends again. */
const toleranceSeconds = 300;

/** The headers by which a receiver knows the sender: the plain scheme of the API's document and Standard Webhooks. */
export function signatureHeaders(id: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  return {
    'x-webhook-signature': plainSignature(body, secret),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standardSignature(`${id}.${timestamp}.${body}`, secret)}`,
  };
}

/** Tells whether a request is signed by both schemes, and its time is now. */
export function isSigned(headers: IncomingHttpHeaders, body: string, secret: string): boolean {
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  const standard = String(headers['webhook-signature']).split(' ');
  const expected = `v1,${standardSignature(`${id}.${timestamp}.${body}`, secret)}`;
  return (
    Math.abs(Date.now() / 1000 - Number(timestamp)) <= toleranceSeconds &&
    isEqual(String(headers['x-webhook-signature']), plainSignature(body, secret)) &&
    standard.some((signature) => isEqual(signature, expected))
  );
}

/** `X-Webhook-Signature`: lower-case hex HMAC-SHA256 of the body, keyed with the secret as text. */
function plainSignature(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** https://www.standardwebhooks.com: base64 HMAC-SHA256, keyed with the bytes behind `whsec_`. */
function standardSignature(content: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}

function isEqual(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)];
  return left.length === right.length && timingSafeEqual(left, right);
}
