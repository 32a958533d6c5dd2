import { randomBytes } from 'node:crypto';
import { signatureHeaders } from '../../lib/webhookSignature';
import { expectedSignatures } from '../support/servers/openssl';

const sentAt = new Date('2026-12-10T09:00:00.999Z');
/** Worked out with Python's hmac and written down by hand. */
const vectors = {
  message: {
    id: '0198c3f2-b1c4-7f3e-9d0a-6b7c8d9e0f1a',
    body: '{"assignmentId":"0198c3f2-9a41-7c0e-8a55-3f6b1f0c2d7a","status":"uploading","errors":[{"code":"X","message":"Größe ✓ 🎬"}]}',
  },
  current: {
    secret: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    hex: 'f221790ae975b46bd6758406714e0dc99a2e63c290c9601c5f9480bb9b02c68d',
    standard: 'v1,QJAYShjwR2n1olpS6w9LKvY4sD/EGo0QxSNE08UQrTQ=',
  },
  previous: {
    secret: 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=',
    hex: '8509d1cf58e82dc11f364aba20b8714c27e52573d719b03a66cc4c617f4b1b08',
    standard: 'v1,qBmKw6UUWkaf9C2U4j8Er6FLLM8xMQDYLfrmoo9WbQ4=',
  },
};
const { message, current, previous } = vectors;

it('signs the body with the secret as shown, and the Standard Webhooks content with the bytes behind it', () => {
  expect(signatureHeaders({ ...message, sentAt }, { current: current.secret, previous: null })).toEqual({
    'x-webhook-signature': current.hex,
    'webhook-id': message.id,
    'webhook-timestamp': '1796893200',
    'webhook-signature': current.standard,
  });
});

it('signs with both secrets during a rotation, the new one first', () => {
  const secrets = { current: current.secret, previous: previous.secret };
  expect(signatureHeaders({ ...message, sentAt }, secrets)).toEqual({
    'x-webhook-signature': current.hex,
    'x-webhook-signature-previous': previous.hex,
    'webhook-id': message.id,
    'webhook-timestamp': '1796893200',
    'webhook-signature': `${current.standard} ${previous.standard}`,
  });
});

it('agrees with the example of the Standard Webhooks libraries', () => {
  const headers = signatureHeaders(
    {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      sentAt: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
    },
    { current: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', previous: null },
  );
  expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

it.each(['', 'a', '{"a":"\\u0000"}', '🎬'.repeat(1000), 'Zoë\r\n\t'])('agrees with OpenSSL about a body', (body) => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const headers = signatureHeaders({ id: 'an-id', sentAt, body }, { current: secret, previous: null });
  const { hex, standard } = expectedSignatures(secret, { id: 'an-id', timestamp: '1796893200', body });
  expect(headers).toMatchObject({ 'x-webhook-signature': hex, 'webhook-signature': standard });
});

it('is another for another body, id or second', () => {
  const secrets = { current: current.secret, previous: null };
  const first = signatureHeaders({ ...message, sentAt }, secrets)['webhook-signature'];
  const others = [
    { ...message, sentAt, body: `${message.body} ` },
    { ...message, sentAt, id: '0198c3f2-b1c4-7f3e-9d0a-6b7c8d9e0f1b' },
    { ...message, sentAt: new Date(sentAt.getTime() + 1) },
  ];
  for (const other of others) expect(signatureHeaders(other, secrets)['webhook-signature']).not.toBe(first);
});
