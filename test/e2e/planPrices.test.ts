import { buildUser } from '../support/callers/people';
import { useDeployment } from '../support/runs/deployment';
import type { ServiceProcess, Settings } from '../support/servers/processes';
import { until } from '../support/until';

const deployment = useDeployment();
const control = async (path: string, body: object) => deployment.sandbox.control('POST', path, body);

/** An API process, its metric of each plan, and its answer to a user who wants the plan Creator. */
async function startApi(settings: Settings = {}) {
  const api = await deployment.up('api', settings);
  const { url, internalUrl } = await api.ready();
  const ada = await buildUser({ url, database: deployment.database });
  return {
    api,
    differs: async (plan: string): Promise<number | undefined> => {
      const metrics = await (await fetch(`${internalUrl}/metrics`)).text();
      const [, value] = new RegExp(`^plan_price_differs\\{plan="${plan}"\\} (\\d)$`, 'm').exec(metrics) ?? [];
      return value === undefined ? undefined : Number(value);
    },
    checkout: async (): Promise<number> => {
      const body = { plan: 'creator', successUrl: 'https://app.example/', cancelUrl: 'https://app.example/' };
      return (await ada.call('POST', '/api/v1/console/billing/paygo/checkout', { body })).status;
    },
  };
}

const differences = ({ log }: ServiceProcess) => log.filter((line) => 'differences' in line);
afterEach(async () => {
  await deployment.sandbox.control('DELETE', '/faults');
  await control('/stripe/prices', { price: 'price_sandbox_creator', amount: 1900 });
});

it('an API starts while Stripe does not answer about prices, and compares them soon after', async () => {
  await control('/faults', { on: { method: 'GET', path: '/v1/prices', times: 1000 }, do: { status: 503 } });
  const { api, differs, checkout } = await startApi();
  const msg = 'the price of a plan could not be compared; it is tried again';
  await until(() => api.log.some((line) => line['msg'] === msg));
  expect([await differs('creator'), await checkout()]).toEqual([undefined, 200]);
  await deployment.sandbox.control('DELETE', '/faults');
  await until(async () => (await differs('creator')) === 0);
  expect([differences(api), await checkout()]).toEqual([[], 200]);
});

it('an API that is started again knows a difference at once, and sells the plan soon after it was put right', async () => {
  const before = await startApi();
  expect(await before.checkout()).toBe(200);
  await control('/stripe/prices', { price: 'price_sandbox_creator', amount: 2000 });
  expect(await before.api.end('SIGTERM')).toEqual({ code: 0, signal: null });

  const { api, differs, checkout } = await startApi();
  expect(await checkout()).toBe(503);
  expect([await differs('creator'), await differs('business')]).toEqual([1, 0]);
  expect(differences(api)[0]).toMatchObject({
    level: 'error',
    plan: 'creator',
    shown: '1900 usd each month',
    charged: '2000 usd each month',
  });
  await control('/stripe/prices', { price: 'price_sandbox_creator', amount: 1900 });
  await until(async () => (await differs('creator')) === 0);
  expect(await checkout()).toBe(200);
});

it('each API judges the price that it would charge itself', async () => {
  const wrong = await startApi({ STRIPE_PRICE_CREATOR: 'price_sandbox_business' });
  const right = await startApi();
  expect([await wrong.checkout(), await right.checkout()]).toEqual([503, 200]);
  expect([await wrong.differs('creator'), await right.differs('creator')]).toEqual([1, 0]);
});
