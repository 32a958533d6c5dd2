import { randomUUID } from 'node:crypto';
import type { Json } from '../../support/actors';
import { createStripePayments } from '../../../lib/payments/stripe';
import { addMember, buildUser } from '../../support/callers/people';
import { paymentSettings } from '../../support/payments';
import { usePaying } from './paying';

const paying = usePaying();
const body = { returnUrl: 'https://app.example/billing' };
const path = '/api/v1/console/billing/portal-session';

describe('createPortalSession', () => {
  it('answers a page of the workspace’s own customer, which leads back', async () => {
    const ada = await paying.owner();
    await paying.checkout(ada, { credits: 100 });
    paying.app.forget();
    const answer = await ada.call('POST', path, { body });
    expect([answer.status, answer.body]).toEqual([200, { url: expect.stringContaining('/p/session/bps_') }]);
    const { calls, customers } = await paying.state();
    const sent = new URLSearchParams(calls.at(-1).body);
    expect(Object.fromEntries(sent)).toEqual({
      customer: customers.at(-1).id,
      return_url: body.returnUrl,
      configuration: expect.stringMatching(/^bpc_/),
    });
    const page = await fetch(answer.body.url);
    expect(await page.text()).toContain(`<a href="${body.returnUrl}">Back</a>`);
    expect(JSON.stringify(paying.app.log)).not.toContain('bps_');
  });

  it('names a configuration of our own, made once: a higher price is collected at once, a lower one waits', async () => {
    const ada = await paying.owner();
    await paying.checkout(ada, { credits: 100 });
    for (const owner of [ada, ada]) expect((await owner.call('POST', path, { body })).status).toBe(200);
    const another = createStripePayments(paymentSettings(paying.sandbox.stripeUrl));
    const customerId = (await paying.state()).customers.at(-1).id;
    expect(await another.createPortal({ customerId, ...body, plans: ['creator', 'business'] })).toContain(
      '/p/session/bps_',
    );
    const made = (await paying.state()).calls.filter(
      ({ method, path: asked }: Json) => method === 'POST' && asked === '/v1/billing_portal/configurations',
    );
    expect(made).toHaveLength(1);
    expect(Object.fromEntries(new URLSearchParams(made[0].body))).toMatchObject({
      'features[subscription_update][proration_behavior]': 'always_invoice',
      'features[subscription_update][schedule_at_period_end][conditions][0][type]': 'decreasing_item_amount',
      'features[subscription_update][products][0][prices][0]': 'price_sandbox_creator',
      'features[subscription_update][products][1][prices][0]': 'price_sandbox_business',
    });
  });

  it('answers 409 where nobody has ever begun to pay, and asks nobody', async () => {
    const ada = await paying.owner();
    const before = (await paying.state()).calls.length;
    expect(await ada.call('POST', path, { body })).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
    expect((await paying.state()).calls.length).toBe(before);
  });

  it.each([{}, { returnUrl: 'ftp://app.example/' }, { returnUrl: 5 }])('answers 400 to %p', async (wrong) => {
    const ada = await paying.owner();
    expect(await ada.call('POST', path, { body: wrong })).toMatchObject({
      status: 400,
      body: { details: { returnUrl: [expect.any(String)] } },
    });
  });

  it('answers 403 to a member, and 404 to who is none', async () => {
    const ada = await paying.owner();
    const grace = await buildUser(paying.app);
    await addMember(ada.organizationId, grace.userId, 'member');
    const asked = async (organizationId: string) =>
      (await grace.call('POST', path, { body, headers: { 'X-Organization-Id': organizationId } })).status;
    expect(await asked(ada.organizationId)).toBe(403);
    expect(await asked(randomUUID())).toBe(404);
  });

  it('answers 503 while Stripe is down', async () => {
    const ada = await paying.owner();
    await paying.checkout(ada, { credits: 100 });
    const fault = { on: { method: 'POST', path: '/v1/billing_portal', times: 3 }, do: { status: 503 } };
    await paying.sandbox.control('POST', '/faults', fault);
    expect((await ada.call('POST', path, { body })).status).toBe(503);
    await paying.sandbox.control('DELETE', '/faults');
  });
});
