import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { stranger } from '../../support/actors';
import { startApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { walk } from '../../support/runs/assignments';
import { buildUser } from '../../support/callers/people';
import { use, useStopping } from '../../support/use';
import { startReceiver } from '../../support/servers/webhookReceiver';
import { launchChromium } from '../chromium';
import { consoleUrl, openConsole, service } from '../consoleReader';
import { buildOwner } from '../consoleScreens';

const receiver = use(async () => startReceiver());
const app = use(async () =>
  startApp({ baseUrl: consoleUrl, consoleUrl, outboundAllow: parseOutboundAllow(`127.0.0.1:${receiver.port}`) }),
);
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

it('the overview names what failed and why, what is due, the channel that needs somebody, and the credits', async () => {
  const owner = await buildOwner(app);
  const { context, page } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(consoleUrl);
  const part = (name: string | RegExp) => page.getByRole('region', { name });
  await part('Failed').getByText('Media download failed.').waitFor();
  await part('Up next').getByText(/, in /).waitFor();
  await part('Channels').getByText('1 channel works, 1 needs attention.').waitFor();
  await part('Channels').getByText('Off: deactivated.').waitFor();
  const { balance } = (await owner.call('GET', '/api/v1/console/billing/status')).body;
  await part(`${balance} credits left in the workspace`).waitFor();
  await part('Failed').getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Walking the coast path', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/assignments/${owner.assignmentId}`);
});

it('a post that is uploaded ahead of its time is due before those that still wait', async () => {
  const user = await buildUser(app);
  const parent = { ...user, ...(await buildConnection(user)) };
  const inMinutes = async (minutes: number, title: string) =>
    buildAssignment(parent, {
      payload: { title },
      scheduledAt: new Date(Date.now() + minutes * 60_000),
      prepareAheadSeconds: 600,
    });
  await inMinutes(60, 'In an hour');
  await walk(await inMinutes(3, 'In three minutes'), 'uploaded');
  await walk(await inMinutes(8, 'In eight minutes'), 'uploading');
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(consoleUrl);
  const due = page.getByRole('region', { name: 'Up next' });
  await due.getByRole('link').first().waitFor();
  expect(await due.getByRole('link').allInnerTexts()).toEqual(['In three minutes', 'In eight minutes', 'In an hour']);
});

it('the first steps are led to and noted as done, until nobody wants to see them', async () => {
  const newcomer = await buildUser(app, { name: 'Grace' });
  const { context, page } = await openConsole(chromium, newcomer);
  stopping(context);
  const steps = page.getByRole('region', { name: 'Get started' });
  const take = async (step: string, heading: string) => {
    await steps.getByRole('link', { name: step }).click();
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  };
  const seeDone = async (step: string) => {
    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await steps.getByRole('listitem').filter({ hasText: step }).getByRole('img', { name: 'Done' }).waitFor();
    expect(await steps.getByRole('link', { name: step }).count()).toBe(0);
  };
  await page.goto(consoleUrl);

  await take('Set your name and time zone', 'Profile');
  await page.getByLabel('Name').fill('Grace of the coast');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Grace of the coast: account' }).waitFor();
  await seeDone('Set your name and time zone');

  await take('Test a webhook', 'Webhooks');
  await page.getByLabel('Test a URL').fill(receiver.url);
  await page.getByRole('button', { name: 'Send test' }).click();
  await page.getByText('Test accepted', { exact: true }).waitFor();
  expect(receiver.received).toHaveLength(1);
  await seeDone('Test a webhook');

  await take('Create an API key', 'Credentials');
  await page.getByRole('button', { name: 'Create API key' }).click();
  const shown = page.getByRole('status').locator('code');
  const key = await shown.innerText();
  const statusBy = async (apiKey: string) =>
    (await stranger(app)('GET', '/api/v1/assignments', { headers: { authorization: `Bearer ${apiKey}` } })).status;
  expect(await statusBy(key)).toBe(200);
  await page.getByRole('button', { name: 'Replace API key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace API key' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await statusBy(await shown.innerText())).toBe(200);
  expect(await statusBy(key)).toBe(401);
  await seeDone('Create an API key');

  await steps.getByRole('button', { name: 'Don’t show again' }).click();
  await steps.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('region', { name: 'Up next' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await steps.count()).toBe(0);
});

it('the webhook secret is hidden until it is wanted, and rotated after its warning', async () => {
  const owner = await buildUser(app);
  const { context, page } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(`${consoleUrl}/credentials`);
  const secret = async () => (await owner.call('GET', '/api/v1/console/credentials')).body.webhookSecret;
  const first = await secret();
  await page.getByRole('button', { name: 'Show secret' }).click();
  await page.getByText(first).waitFor();
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('For 24 hours, the current secret signs them too').waitFor();
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByText(/^The previous secret also signs webhooks, and expires/).waitFor();
  await page.getByText(await secret()).waitFor();
  expect(await page.getByText(first).count()).toBe(0);
  // Its name says the state; a pressed one would say it once more.
  expect(await page.getByRole('button', { name: 'Hide secret' }).getAttribute('aria-pressed')).toBeNull();
  await page.getByRole('button', { name: 'Hide secret' }).click();
  await page.getByText(await secret()).waitFor({ state: 'detached' });
});
