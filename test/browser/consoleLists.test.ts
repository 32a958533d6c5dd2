import { useApp } from '../support/app';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { buildUser } from '../support/people';
import { use, useStopping } from '../support/use';
import { launchChromium } from './chromium';
import { consoleUrl, faultsOf, openConsole, service } from './consoleReader';
import { buildOwner } from './consoleScreens';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const owner = use(async () => buildOwner(app));
const stopping = useStopping();

const fault = { error: 'INTERNAL', message: 'Something went wrong.', details: {} };

/** Each list: its screen, the request that reads it, and what is said at its end. Empty screens: consoleEmpty. */
const lists: [path: string, request: string, end: string | RegExp][] = [
  ['/assignments', '**/console/assignments?*', /^All \d shown/],
  ['/connections', '**/console/connections?*', 'All 2 shown'],
  ['/webhooks', '**/console/webhooks/deliveries?*', 'All 1 shown'],
  ['/assistants', '**/console/mcp-grants', '1 assistant'],
  ['/organization', '**/organizations/*/members', '1 member'],
  ['/organization', '**/organizations/*/invitations', '1 invitation'],
  ['/billing', '**/console/transactions?*', /^All \d shown/],
  ['/billing', '**/console/billing/member-limits', '1 member'],
  ['/billing', '**/console/billing/usage-by-member', /credits in all$/],
  [
    '/analytics',
    '**/console/stats/subscriber-growth?*',
    'The audience of each connected channel is counted once a day.',
  ],
  ['/analytics', '**/console/stats/recent-posts*', 'Nothing is published yet'],
  ['/billing', '**/console/transactions/overview', 'Nothing is charged yet'],
  ['/', '**/console/assignments?*status=failed*', 'Walking the coast path'],
];

it.each(lists)(
  '%s says of %s that it loads, that it cannot be read and what to do, and where it ends',
  async (path, request, end) => {
    const { context, page } = await openConsole(chromium, owner, { viewport: { width: 390, height: 844 } });
    stopping(context);
    let answer: (isFault: boolean) => void = () => undefined;
    const decided = new Promise<boolean>((resolve) => (answer = resolve));
    await page.route(request, async (route) => {
      if (await decided) await route.fulfill({ status: 500, json: fault, headers: { 'x-request-id': 'request-7' } });
      else await route.continue();
    });
    await page.goto(`${consoleUrl}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const loading = page.getByRole('status', { name: 'Loading' }).first();
    await loading.waitFor();
    expect(await faultsOf(page)).toEqual([]);

    answer(true);
    const alert = page.getByRole('alert').first();
    await alert.getByText('tell the operator this request: request-7').waitFor();
    expect(await faultsOf(page)).toEqual([]);

    await page.unroute(request);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor({ state: 'detached' });
    await page.getByText(end).first().waitFor();
  },
);

it('the filters of the table are in the address, and a link with them can be widened again', async () => {
  const { context, page } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(`${consoleUrl}/assignments?platform=facebook`);
  await page.getByText('No assignment fits').waitFor();
  await page.getByLabel('Platform').selectOption('Any');
  await page.getByText(/^All \d shown/).waitFor();
  await page.getByLabel('Created before').fill('2020-01-01');
  await page.getByText('No assignment fits').waitFor();
  expect(new URL(page.url()).searchParams.get('dateTo')).toContain('2020-01-01');
  await page.goBack();
  await page.getByText(/^All \d shown/).waitFor();

  await page.goto(`${consoleUrl}/webhooks`);
  await page.getByLabel('Status').selectOption('Delivered');
  await page.getByText('No webhook fits').waitFor();
  expect(new URL(page.url()).searchParams.get('status')).toBe('delivered');
  await page.getByLabel('Status').selectOption('On its way');
  await page.getByText('All 1 shown').waitFor();
});

it('a next page that cannot be read says so, and is tried again', async () => {
  const user = await buildUser(app);
  const parent = { ...user, ...(await buildConnection(user)) };
  for (let number = 0; number < 21; number += 1) await buildAssignment(parent);
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/assignments`);
  await page.getByText('1 to 20 of 21').waitFor();
  await page.route('**/console/assignments?*', async (route) => route.fulfill({ status: 500, json: fault }));
  await page.getByRole('button', { name: 'Next page' }).click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.unroute('**/console/assignments?*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('21 to 21 of 21').waitFor();
});

it('while another filter is read, the rows of the last one cannot be acted on', async () => {
  const { context, page } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(`${consoleUrl}/assignments`);
  const cancel = page.getByRole('button', { name: /^Cancel the post/ }).first();
  await cancel.waitFor();
  let answer = (): void => undefined;
  const released = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/console/assignments?*', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByLabel('Status').selectOption('failed');
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'attached' });
  await cancel.click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  answer();
  await page.getByText('All 1 shown').waitFor();
  expect(await cancel.count()).toBe(0);
});

it('offline, a screen says so and what to do, and goes on when the network is back', async () => {
  const { context, page } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(consoleUrl);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.route('**/api/v1/console/mcp-grants', async (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: 'Assistants' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('The service does not answer').waitFor({ timeout: 20_000 });
  await alert.getByText('Check your connection to the network').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.unroute('**/api/v1/console/mcp-grants');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('1 assistant', { exact: true }).waitFor();
});
