import { execFileSync } from 'node:child_process';

/** HMAC-SHA256 by OpenSSL's own program: shares no code with the service. */
function opensslHmac(key: Buffer, content: string): Buffer {
  const options = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key.toString('hex')}`, '-binary'];
  return execFileSync('openssl', options, { input: content });
}

/** The two signatures that a webhook must carry, worked out from the contract alone. */
export function expectedSignatures(secret: string, message: { id: string; timestamp: string; body: string }) {
  const standardKey = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = `${message.id}.${message.timestamp}.${message.body}`;
  return {
    hex: opensslHmac(Buffer.from(secret, 'utf8'), message.body).toString('hex'),
    standard: `v1,${opensslHmac(standardKey, content).toString('base64')}`,
  };
}
