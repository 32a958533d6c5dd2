import { pino } from 'pino';
import { createMetrics } from '../../../lib/metrics';
import { startComparing } from '../../../lib/payments/planPrices';
import { paymentDeps } from '../../support/payments';
import { useCleanSandbox } from '../../support/servers/sandbox';
import { closedUrl, startServer } from '../../support/servers/server';
import { until } from '../../support/until';
import { useStopping } from '../../support/use';

const sandbox = useCleanSandbox();
const stopping = useStopping();
const creator = 'price_sandbox_creator';
const change = async (body: object) => sandbox.control('POST', '/stripe/prices', body);
const fault = async (action: object) =>
  sandbox.control('POST', '/faults', { on: { method: 'GET', path: '/v1/prices', times: 1000 }, do: action });
const priceCalls = async (): Promise<string[]> => {
  const { calls } = (await sandbox.control('GET', '/stripe')).body;
  return calls.map(({ method, path }: { method: string; path: string }) => `${method} ${path}`);
};

/** The prices as an API that has just started knows them. */
function openPrices(stripeUrl = sandbox.stripeUrl, creatorPrice = creator) {
  const log: Record<string, unknown>[] = [];
  const metrics = createMetrics();
  const logger = pino({ level: 'info' }, { write: (line) => log.push(JSON.parse(line)) });
  const prices = { creator: creatorPrice, business: 'price_sandbox_business' };
  const { planPrices } = paymentDeps(stripeUrl, { logger, metrics }, { prices });
  const valuesOf = async (name: string) =>
    Array.from((await metrics.registry.getSingleMetricAsString(name)).matchAll(/plan="(\w+)"\} (\S+)/g), (found) => [
      found[1],
      Number(found[2]),
    ]);
  return { planPrices, log, valuesOf };
}

describe('a comparison', () => {
  it('finds that the sandbox charges what is shown: metrics and log say so, and every plan is sold', async () => {
    const { planPrices, log, valuesOf } = openPrices();
    const begunAtSeconds = Date.now() / 1000;
    expect(await planPrices.compare()).toBe(true);
    expect(await planPrices.sold()).toEqual(['creator', 'business']);
    expect(await valuesOf('plan_price_differs')).toEqual([
      ['creator', 0],
      ['business', 0],
    ]);
    expect(await valuesOf('plan_price_in_test_mode')).toEqual([
      ['creator', 1],
      ['business', 1],
    ]);
    for (const [, seconds] of await valuesOf('plan_price_compared_timestamp_seconds'))
      expect(seconds).toBeGreaterThanOrEqual(Math.floor(begunAtSeconds));
    const msg = 'a plan has the price that is shown, but in a test mode: nobody is charged';
    expect(log).toHaveLength(2);
    expect(log).toContainEqual(
      expect.objectContaining({ level: 40, plan: 'business', shown: '14900 usd each month', msg }),
    );
    expect((await priceCalls()).toSorted()).toEqual([
      'GET /v1/prices/price_sandbox_business',
      'GET /v1/prices/price_sandbox_creator',
    ]);
  });

  it.each([
    ['another amount', { amount: 2000 }, creator, ['amount'], '2000 usd each month'],
    ['an archived price', { active: false }, creator, ['archived'], '1900 usd each month'],
    ['a price that is unknown', {}, 'price_unknown', ['unknown'], null],
    ['the price of another plan', {}, 'price_sandbox_business', ['amount'], '14900 usd each month'],
  ])('finds %s: only that plan is not sold', async (_what, changes, priceId, differences, charged) => {
    await change({ price: creator, ...changes });
    const { planPrices, log, valuesOf } = openPrices(sandbox.stripeUrl, priceId);
    expect(await planPrices.compare()).toBe(false);
    expect(await planPrices.sold()).toEqual(['business']);
    expect(await valuesOf('plan_price_differs')).toContainEqual(['creator', 1]);
    expect(await valuesOf('plan_price_differs')).toContainEqual(['business', 0]);
    const errors = log.filter(({ level }) => level === 50);
    expect(errors).toEqual([
      expect.objectContaining({
        plan: 'creator',
        priceId,
        shown: '1900 usd each month',
        charged,
        differences,
        remedy: 'set STRIPE_PRICE_CREATOR to an active price of 1900 usd each month; see docs/deploy.md, Payments',
        msg: 'a plan is not charged at the price that is shown; it is not sold',
      }),
    ]);
  });

  it('after a price was put right sells the plan again', async () => {
    const { planPrices, valuesOf } = openPrices();
    await change({ price: creator, amount: 2000 });
    await planPrices.compare();
    await change({ price: creator, amount: 1900 });
    expect(await planPrices.sold()).toEqual(['business']);
    expect(await planPrices.compare()).toBe(true);
    expect(await planPrices.sold()).toEqual(['creator', 'business']);
    expect(await valuesOf('plan_price_differs')).toContainEqual(['creator', 0]);
  });
});

describe('without an answer of Stripe', () => {
  it.each([
    ['Stripe is down', { status: 503 }],
    ['Stripe asks for fewer requests', { status: 429 }],
    ['the answer is lost', { loseAnswer: true }],
  ])('nothing is refused and no metric says anything: %s', async (_what, action) => {
    await fault(action);
    const { planPrices, log, valuesOf } = openPrices();
    expect(await planPrices.compare()).toBe(false);
    expect(await planPrices.sold()).toEqual(['creator', 'business']);
    for (const name of ['plan_price_differs', 'plan_price_compared_timestamp_seconds'])
      expect(await valuesOf(name)).toEqual([]);
    const msg = 'the price of a plan could not be compared; it is tried again';
    expect(log).toContainEqual(
      expect.objectContaining({
        level: 40,
        plan: 'creator',
        err: expect.objectContaining({ message: expect.any(String) }),
        msg,
      }),
    );
    expect(new Set(log.map((line) => line['msg']))).toEqual(new Set([msg]));
    expect(JSON.stringify(log)).not.toContain('sk_test');
  });

  it('nothing is refused where it answers with no JSON object, in which its library fails', async () => {
    const answering = stopping(
      await startServer((_request, response) => {
        response.setHeader('content-type', 'application/json').end('null');
      }),
    );
    const { planPrices, log, valuesOf } = openPrices(answering.url);
    expect(await planPrices.compare()).toBe(false);
    expect(await planPrices.sold()).toEqual(['creator', 'business']);
    expect(await valuesOf('plan_price_differs')).toEqual([]);
    expect(new Set(log.map(({ level }) => level))).toEqual(new Set([50]));
  });

  it.each([401, 403])(
    'about its prices nothing is refused, and the log has an error: the key is refused with %d',
    async (status) => {
      const message = 'The provided key does not have the required permissions for this endpoint.';
      const refusing = stopping(
        await startServer((_request, response) => {
          response.writeHead(status, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ error: { type: 'invalid_request_error', message } }));
        }),
      );
      const { planPrices, log, valuesOf } = openPrices(refusing.url);
      expect(await planPrices.compare()).toBe(false);
      expect(await planPrices.sold()).toEqual(['creator', 'business']);
      expect(await valuesOf('plan_price_differs')).toEqual([]);
      expect(new Set(log.map(({ level }) => level))).toEqual(new Set([50]));
    },
  );

  it('nothing is refused if nobody listens there', async () => {
    const { planPrices } = openPrices(await closedUrl());
    expect(await planPrices.sold()).toEqual(['creator', 'business']);
  });

  it('a difference that was found before stays', async () => {
    const { planPrices, valuesOf } = openPrices();
    await change({ price: creator, amount: 2000 });
    await planPrices.compare();
    await fault({ status: 503 });
    await planPrices.compare();
    expect(await planPrices.sold()).toEqual(['business']);
    expect(await valuesOf('plan_price_differs')).toContainEqual(['creator', 1]);
  });
});

it('a plan that was never compared is compared before it is sold, and only then', async () => {
  await change({ price: creator, amount: 2000 });
  const { planPrices } = openPrices();
  expect(await planPrices.sold()).toEqual(['business']);
  const { length: asked } = await priceCalls();
  expect(await planPrices.sold()).toEqual(['business']);
  expect((await priceCalls()).length).toBe(asked);
});

describe('a process', () => {
  it('compares at its start, again soon while Stripe is down, and goes on after that', async () => {
    await fault({ status: 503 });
    const { planPrices, log, valuesOf } = openPrices();
    stopping(startComparing(planPrices));
    await until(() => log.length === 2);
    await sandbox.control('DELETE', '/faults');
    await until(async () => (await valuesOf('plan_price_differs')).length === 2);
    expect(await planPrices.sold()).toEqual(['creator', 'business']);
  });

  it('compares again soon after a difference', async () => {
    await change({ price: creator, active: false });
    const { planPrices, valuesOf } = openPrices();
    stopping(startComparing(planPrices));
    await until(async () => (await valuesOf('plan_price_differs')).some(([, differs]) => differs === 1));
    await change({ price: creator, active: true });
    await until(async () => (await planPrices.sold()).length === 2);
  });

  it('compares again after a longer pause where nothing differs: a day, unless it is told another one', async () => {
    const { planPrices } = openPrices();
    const pauseMs = 100;
    const begunAtMs = performance.now();
    stopping(startComparing(planPrices, pauseMs));
    await until(async () => (await priceCalls()).length >= 6);
    expect(performance.now() - begunAtMs).toBeGreaterThanOrEqual(2 * pauseMs * 0.9);
  });

  it('ends its pause when it is stopped', async () => {
    const { planPrices } = openPrices();
    const comparing = startComparing(planPrices);
    await until(async () => (await priceCalls()).length === 2);
    await comparing.stop();
    expect(await priceCalls()).toHaveLength(2);
  });
});
