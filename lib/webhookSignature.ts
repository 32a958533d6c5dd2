import { createHmac } from 'node:crypto';

export interface SigningSecrets {
  current: string;
  /** The secret before the last rotation, while it still signs. */
  previous: string | null;
}

export interface SignedMessage {
  /** The delivery's id: stays the same over all attempts. */
  id: string;
  sentAt: Date;
  body: string;
}

/**
 * The signature headers of one attempt (contract.md §5): `X-Webhook-Signature`, a hex HMAC-SHA256 of the body keyed with
 * the secret's text, and the headers of the Standard Webhooks specification, keyed with the 32 bytes behind `whsec_`.
 * During a rotation the previous secret signs as well; the new secret comes first.
 */
export function signatureHeaders({ id, sentAt, body }: SignedMessage, secrets: SigningSecrets): Record<string, string> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signing = [secrets.current, ...(secrets.previous === null ? [] : [secrets.previous])];
  return {
    'x-webhook-signature': hexSignature(body, secrets.current),
    ...(secrets.previous !== null && { 'x-webhook-signature-previous': hexSignature(body, secrets.previous) }),
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signing.map((secret) => standardSignature(`${id}.${timestamp}.${body}`, secret)).join(' '),
  };
}

function hexSignature(body: string, secret: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

/** https://www.standardwebhooks.com: `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`. */
function standardSignature(content: string, secret: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
