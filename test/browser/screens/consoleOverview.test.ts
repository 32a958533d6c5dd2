import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { beginningOf, dayOf } from '../../../console/words/clock';
import { stranger } from '../../support/actors';
import { startApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildDelivery } from '../../support/build/delivery';
import { buildConnection } from '../../support/build/connection';
import { moveOn } from '../../support/build/moveOn';
import { buildReadPost } from '../../support/build/readPost';
import { walk } from '../../support/runs/assignments';
import { buildUser } from '../../support/callers/people';
import { use, useStopping } from '../../support/use';
import { startReceiver } from '../../support/servers/webhookReceiver';
import { launchChromium } from '../chromium';
import { consoleUrl, faultsOf, openConsole, service, tabTo, untilDrawn } from '../consoleReader';

const receiver = use(async () => startReceiver());
const app = use(async () =>
  startApp({ baseUrl: consoleUrl, consoleUrl, outboundAllow: parseOutboundAllow(`127.0.0.1:${receiver.port}`) }),
);
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

const hourMs = 3_600_000;

it('the overview names each matter that is wrong once, with the one button that mends it', async () => {
  const user = await buildUser(app);
  const parent = { ...user, ...(await buildConnection(user, { name: 'Field Notes' })) };
  const closed = { ...user, ...(await buildConnection(user, { name: 'Dune Diary', tokenStatus: 'expired' })) };
  await buildConnection(user, { name: 'Switched off', isActive: false });
  const fail = async (
    title: string,
    code: 'MEDIA_DOWNLOAD_FAILED' | 'OUTCOME_UNKNOWN' | 'TOKEN_EXPIRED',
    channel = parent,
  ) => {
    const { assignmentId } = await buildAssignment(channel, { payload: { title } });
    await moveOn(assignmentId, { to: 'failed', error: { code, message: 'It was refused.' } });
    return assignmentId;
  };
  await fail('Cliffs', 'MEDIA_DOWNLOAD_FAILED');
  await fail('Dunes', 'TOKEN_EXPIRED', closed);
  await fail('Grass', 'TOKEN_EXPIRED', closed);
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(consoleUrl);
  const wrong = page.getByRole('region', { name: 'Needs attention' });
  await wrong.getByText('Failed: Media download failed. Field Notes').waitFor();
  await wrong.getByText('Access expired. 2 failed posts wait for it.').waitFor();
  expect(await wrong.getByRole('listitem').count()).toBe(2);
  expect(await wrong.getByRole('button').allInnerTexts()).toEqual(['Reconnect', 'Retry']);
  const channels = page.getByRole('region', { name: 'Channels' }).getByRole('listitem');
  await channels.first().waitFor();
  expect((await channels.allInnerTexts()).map((text) => text.split(/\s*\n\s*/).slice(-2))).toEqual([
    ['Dune Diary', 'No access'],
    ['Field Notes', 'Works'],
    ['Switched off', 'Deactivated'],
  ]);
  const { balance } = (await user.call('GET', '/api/v1/console/billing/status')).body;
  await page.getByRole('region', { name: `${balance} credits left in the workspace` }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await tabTo(page, 'Retry Cliffs');
  await page.keyboard.press('Enter');
  await page.getByText('“Cliffs” is being retried.').waitFor();
  await wrong.getByText('Cliffs').waitFor({ state: 'detached' });
  // The post is under way by now.
  await page
    .getByRole('region', { name: 'Up next' })
    .getByRole('link', { name: /^Now Cliffs/ })
    .waitFor();
});

it('where nothing is wrong, the overview says so in one line, and a low balance is a matter', async () => {
  const user = await buildUser(app);
  await buildConnection(user);
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(consoleUrl);
  await page.getByText('All is well. Nothing needs you right now.').waitFor();
  expect(await page.getByRole('region', { name: 'Needs attention' }).getByRole('button').count()).toBe(0);
  const { body: status } = await user.call('GET', '/api/v1/console/billing/status');
  await page.route('**/console/billing/status', async (route) => route.fulfill({ json: { ...status, balance: 9 } }));
  await page.reload();
  const wrong = page.getByRole('region', { name: 'Needs attention' });
  await wrong.getByText('9 credits left').waitFor();
  await wrong.getByRole('link', { name: 'Buy credits' }).click();
  await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor();
});

it('a webhook that was lost lately is a matter, and leads to the lost ones', async () => {
  const user = await buildUser(app);
  const parent = { ...user, ...(await buildConnection(user)) };
  const lost = { status: 'failed', attempts: 12, lastError: 'http_status: the receiver answered 500' } as const;
  const daysAgo = (days: number) => ({ ...lost, lastAttemptAt: new Date(Date.now() - days * 24 * hourMs) });
  await buildDelivery(parent, 'https://old.example/hooks', daysAgo(8));
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(consoleUrl);
  await page.getByText('All is well. Nothing needs you right now.').waitFor();
  await buildDelivery(parent, 'https://caller.example/hooks', daysAgo(1));
  await page.reload();
  const wrong = page.getByRole('region', { name: 'Needs attention' });
  await wrong.getByText('The newest one for caller.example: the receiver answered 500, yesterday').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await wrong.getByRole('link', { name: 'View webhooks' }).click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  expect(new URL(page.url()).search).toBe('?status=failed');
});

it('the strip shows seven days, with the posts to come in their order, and leads to the rest', async () => {
  const user = await buildUser(app);
  const parent = { ...user, ...(await buildConnection(user)) };
  const { timezone } = (await user.call('GET', '/api/v1/auth/me')).body;
  const tomorrow = beginningOf(dayOf(new Date(Date.now() + 24 * hourMs).toISOString(), timezone), timezone);
  const build = async (hour: number, title: string) =>
    buildAssignment(parent, {
      payload: { title },
      scheduledAt: new Date(Date.parse(tomorrow) + hour * hourMs),
      prepareAheadSeconds: 600,
    });
  for (const hour of [5, 4, 3, 2, 1]) await build(hour, `At ${hour}`);
  await walk(await build(1.5, 'Ready'), 'uploaded');
  await moveOn((await build(1, 'Stopped')).assignmentId, { to: 'cancelled' });
  await walk(await buildAssignment(parent, { payload: { title: 'At work' } }), 'uploading');
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(consoleUrl);
  const strip = page.getByRole('region', { name: 'Up next' });
  await strip.getByRole('link', { name: /At work/ }).waitFor();
  await untilDrawn(page);
  expect(await strip.getByRole('heading', { level: 3 }).count()).toBe(7);
  const titlesOf = async (day: number) => strip.locator('.week-day').nth(day).locator('.week-title').allInnerTexts();
  expect([await titlesOf(0), await titlesOf(1)]).toEqual([['At work'], ['At 1', 'Ready', 'At 2']]);
  expect(await strip.locator('.week-day').nth(1).locator('.post-picture').count()).toBe(3);
  expect(await strip.getByRole('link', { name: 'Add post' }).count()).toBe(5);
  await strip.getByRole('link', { name: /^\+3 more on/ }).click();
  await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
  expect(new URL(page.url()).searchParams.get('day')).toBe(dayOf(tomorrow, timezone));
});

it('what went live stands with its views and their course, and says where there are none yet', async () => {
  const user = await buildUser(app);
  const parent = { ...user, ...(await buildConnection(user, { name: 'Field Notes' })) };
  const read = await buildReadPost(app.database, parent, { postId: 'read', ageHours: 60, dueInHours: 5 });
  await buildReadPost(app.database, parent, { postId: 'new', ageHours: 0.2, dueInHours: 1 });
  await app.database.query("SELECT make_reading_partitions((now() - interval '3 days')::date, now()::date)");
  await app.database.query(
    `INSERT INTO post_readings (assignment_id, at, views, likes, comments, shares)
     SELECT $1, now() - make_interval(hours => 40 - 10 * step), 100 * step, 1, 1, 0 FROM generate_series(1, 4) step`,
    [read],
  );
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(consoleUrl);
  const live = page.getByRole('region', { name: 'Went live' });
  await live.getByText('400 views').waitFor();
  const course = live.getByRole('img', { name: 'Views since the first count: from 100 to 400' });
  expect((await course.locator('polyline').getAttribute('points'))?.split(' ')).toHaveLength(4);
  await live.getByText('First numbers after an hour').waitFor();
  expect(await live.getByRole('listitem').count()).toBe(2);
  expect(await faultsOf(page)).toEqual([]);
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
