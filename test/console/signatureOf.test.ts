import { signatureHeaders } from '../../lib/webhookSignature';
import { signatureOf, signerOf } from '../../console/webhooks/signatureOf';

const now = Date.parse('2026-12-02T12:00:00.000Z');

it.each([
  ['2026-12-02T11:00:00.000Z', null, 'present'],
  ['2026-12-01T11:00:00.000Z', null, 'unknown'],
  ['2026-12-02T11:00:00.000Z', '2026-12-03T10:00:00.000Z', 'presentAndPrevious'],
  ['2026-12-02T10:00:00.000Z', '2026-12-03T10:00:00.000Z', 'presentAndPrevious'],
  ['2026-12-02T09:59:59.999Z', '2026-12-03T10:00:00.000Z', 'previous'],
  ['2026-11-02T09:00:00.000Z', '2026-12-03T10:00:00.000Z', 'previous'],
])('an attempt at %s, with a previous secret until %s, was signed by: %s', (at, expiresAt, signer) => {
  expect(signerOf(at, expiresAt, now)).toBe(signer);
});

it('the headers shown are those that were sent', () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
  const sent = { id: '01a20a5e-0000-7000-8000-000000000001', body: '{"title":"Küste"}', attempt: 3 };
  const at = '2026-12-02T11:00:00.700Z';
  const { 'x-webhook-attempt': attempt, ...shown } = signatureOf({ ...sent, at }, secret);
  expect(shown).toEqual(signatureHeaders({ ...sent, sentAt: new Date(at) }, { current: secret, previous: null }));
  expect(attempt).toBe('3');
});
