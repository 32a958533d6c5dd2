import { randomUUID } from 'node:crypto';
import { signatureOf } from '../support/payments';
import { send } from '../support/servers/sandbox';
import type { Actor } from '../support/actors';
import { echo } from './echoes';
import { random } from './watchedDeployment';
import type { WatchedDeployment } from './watchedDeployment';

const billing = '/api/v1/console/billing';

/** Credits that are bought, a portal, a Stripe that says its key again, and events that are signed right and wrong. */
export async function payments(service: WatchedDeployment): Promise<void> {
  const { stranger, caller, keep, settings, fault, sandbox } = service;
  const person = { email: `${randomUUID()}@example.com`, password: random('password'), name: 'Ada' };
  const { token } = (await stranger('POST', '/api/v1/auth/register', { body: person })).body;
  keep('a password', person.password);
  keep('a session', token);
  const call = caller(token);
  const { url } = await buy(call);
  keep('a page of payments', url);
  const form = new URLSearchParams({ action: 'pay', card: '4242 4242 4242 4242' }).toString();
  await send('POST', url, { body: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  const portal = await call('POST', `${billing}/portal-session`, { body: { returnUrl: 'https://app.example/' } });
  keep('a page of payments', portal.body.url);

  await bringEvents(service);
  const balance = await call('GET', '/api/v1/console/billing/finance-state');
  expect(balance.body.purchasedCredits).toBe(100);

  const error = { type: 'invalid_request_error', message: `Invalid API Key ${echo(settings['STRIPE_SECRET_KEY']!)}` };
  const asked = { method: 'POST', path: '/v1/checkout/sessions' };
  const headers = { 'content-type': 'application/json' };
  const wrongUrl = { ...error, code: 'url_invalid', param: 'success_url' };
  await fault({ ...asked, nth: 1 }, { status: 401, headers, body: { error } });
  await fault({ ...asked, nth: 2 }, { status: 400, headers, body: { error: wrongUrl } });
  expect([(await buy(call)).status, (await buy(call)).status]).toEqual([503, 400]);
  await sandbox.control('DELETE', '/faults');
}

async function buy(call: Actor): Promise<{ status: number; url: string }> {
  const body = { credits: 100, successUrl: 'https://app.example/', cancelUrl: 'https://app.example/' };
  const { status, body: made } = await call('POST', `${billing}/paygo/checkout`, { body });
  return { status, url: made.checkoutUrl };
}

/** Each event as it is, then with signatures of another secret, of another time, and with a secret in their place. */
async function bringEvents({ sandbox, settings, stranger, keep }: WatchedDeployment): Promise<void> {
  const secret = settings['STRIPE_WEBHOOK_SECRET']!;
  const { events } = (await sandbox.control('GET', '/stripe')).body;
  const statuses: number[] = [];
  for (const { body } of events as { body: string }[]) {
    const signatures = [
      signatureOf(body, 0, secret),
      signatureOf(body, 0, `${secret}x`),
      signatureOf(body, 3600, secret),
      `t=1,v1=${secret}`,
    ];
    keep('a signature', ...signatures.slice(0, 3).map((signature) => signature.replace(/.*v1=/, '')));
    for (const signature of signatures) {
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
      const answer = await stranger('POST', '/api/v1/billing/stripe/webhook', { body: Buffer.from(body), headers });
      statuses.push(answer.status);
    }
  }
  expect(new Set(statuses)).toEqual(new Set([200, 400]));
  expect(statuses.filter((status) => status === 200)).toHaveLength(events.length);
}
