import { writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { Assignment } from '../../models/Assignment';
import { useApp } from '../support/app';
import { buildConnection } from '../support/build/connection';
import { videoBytes } from '../support/media';
import { buildUser } from '../support/people';
import type { BuiltUser } from '../support/people';
import { film } from '../support/publishing';
import { useTempDir } from '../support/tempDir';
import { until } from '../support/until';
import { use, useStopping } from '../support/use';
import { launchChromium } from './chromium';
import { consoleUrl, faultsOf, openConsole, overhangOf, service, tabTo } from './consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const folder = useTempDir();
const stopping = useStopping();

const creation = '**/api/v1/console/assignments';
const narrow = { viewport: { width: 390, height: 844 } };

/** Somebody with a channel on YouTube and a Page on Facebook. */
async function buildPublisher(): Promise<BuiltUser> {
  const user = await buildUser(app);
  await buildConnection(user, { name: 'Field Notes' });
  await buildConnection(user, { name: 'Field Notes Page', platform: 'facebook' });
  return user;
}

async function open(user: BuiltUser, options = {}) {
  const reader = await openConsole(chromium, user, options);
  stopping(reader.context);
  await reader.visit(`${consoleUrl}/compose`);
  await reader.page.getByRole('checkbox').first().waitFor();
  const { page } = reader;
  return { ...reader, button: (name: string | RegExp) => page.getByRole('button', { name, exact: true }) };
}

/** A type of post, for each platform that has it. */
async function choose(page: Page, type: string): Promise<void> {
  const labels = page.locator('label').filter({ hasText: new RegExp(`^${type}$`) });
  await labels.first().waitFor();
  for (const label of await labels.all()) await label.click();
}

const rowsOf = async ({ workspaceId }: BuiltUser) =>
  Assignment.findAll({ where: { workspaceId }, order: ['platform'], raw: true });

it('one post goes to two channels, each as its own; a lost answer is asked for again, and makes no second post', async () => {
  const user = await buildPublisher();
  const { page, button, context } = await open(user);
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await page.getByText('Type for Facebook').waitFor();
  await page.getByText('Type for YouTube').waitFor();
  await choose(page, 'Video');
  await page.locator('input[type=file]').setInputFiles({ name: 'coast.mp4', mimeType: 'video/mp4', buffer: film });
  await page.getByText('coast.mp4 is uploaded').waitFor();
  await page.getByRole('region', { name: 'YouTube' }).getByLabel('Title').fill('Walking the coast path');
  await button('Take the texts of YouTube').click();
  expect(await page.getByRole('region', { name: 'Facebook' }).getByLabel('Title').inputValue()).toBe(
    'Walking the coast path',
  );
  await page.getByText('Together it costs 20 credits').waitFor();

  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('Walking the coast path').waitFor();
  expect(await preview.locator('video').getAttribute('src')).toMatch(/^blob:/);
  await preview.getByText('Facebook', { exact: true }).click();
  await preview.getByText('Just now · Public').waitFor();
  // While the draft is judged the button is disabled, and so has less contrast.
  await page.locator('button:enabled', { hasText: 'Publish to 2 channels' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);

  // The API makes both posts; of the second one it is never heard.
  await page.route(creation, async (route) => {
    const isSecond = route.request().postDataJSON().type === 'video' && (await rowsOf(user)).length === 1;
    const answer = await route.fetch({ url: route.request().url().replace(consoleUrl, app.url) });
    if (isSecond) await route.abort();
    else await route.fulfill({ response: answer });
  });
  await button('Publish to 2 channels').click();
  const report = page.getByRole('region', { name: 'Sent so far' });
  await report.getByText('The service does not answer').waitFor();
  await page.unroute(creation);
  expect(await rowsOf(user)).toHaveLength(2);

  // The posts that were sent, and the texts, survive a reload.
  await page.reload();
  await report.getByText('follow it').waitFor();
  expect(await page.getByRole('checkbox', { checked: true, disabled: true }).count()).toBe(1);
  await button('Publish to 1 remaining channel').click();
  const all = page.getByRole('region', { name: 'It is on its way' });
  await all.waitFor();
  expect(await all.getByRole('link', { name: 'follow it' }).count()).toBe(2);
  const rows = await rowsOf(user);
  expect(rows.map(({ platform, payload }) => [platform, payload['title']])).toEqual([
    ['facebook', 'Walking the coast path'],
    ['youtube', 'Walking the coast path'],
  ]);
  expect(new Set(rows.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  expect(await context.pages()[0]!.evaluate<string | null>("sessionStorage.getItem('composition')")).toBeNull();
});

it('a change after a lost answer is not said to be sent: the post that is on its way has what was sent before', async () => {
  const user = await buildPublisher();
  const { page, button } = await open(user);
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await choose(page, 'Text');
  await page.getByLabel('Message').fill('Low tide at one');
  await page.getByText('It can be published.').waitFor();
  await page.route(creation, async (route) => {
    await route.fetch({ url: route.request().url().replace(consoleUrl, app.url) });
    await route.abort();
  });
  await button('Publish').click();
  await page.getByText('The service does not answer').waitFor();
  await page.unroute(creation);
  await page.getByLabel('Message').fill('Low tide at noon');
  await page.getByText('It can be published.').waitFor();
  await button('Publish').click();

  await page.getByText('it was sent before your last change, which is not in it').waitFor();
  expect(await page.getByLabel('Message').inputValue()).toBe('Low tide at noon');
  expect(await button('Publish').isDisabled()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  expect(await rowsOf(user)).toMatchObject([{ payload: { message: 'Low tide at one' } }]);
  await page.getByRole('link', { name: 'Open the post that was sent' }).click();
  await page.getByRole('heading', { name: 'Low tide at one', level: 1 }).waitFor();
});

it('a link to the form adds its channel to what is written, once', async () => {
  const user = await buildUser(app);
  const { connectionId } = await buildConnection(user, { name: 'Field Notes' });
  await buildConnection(user, { name: 'Field Notes Page', platform: 'facebook' });
  const { page } = await open(user);
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await choose(page, 'Text');
  await page.getByLabel('Message').fill('Half a post');
  await page.goto(`${consoleUrl}/compose?connectionId=${connectionId}`);
  const named = page.getByRole('checkbox', { name: 'Field Notes', exact: true });
  await named.waitFor();
  expect(await named.isChecked()).toBe(true);
  expect(await page.getByLabel('Message').inputValue()).toBe('Half a post');

  await named.uncheck();
  await page.reload();
  await named.waitFor();
  expect(await named.isChecked()).toBe(false);
  expect(await page.getByLabel('Message').inputValue()).toBe('Half a post');
});

it('an upload goes on after a reload where it was, and the draft is still there', async () => {
  const user = await buildPublisher();
  const { page } = await open(user, narrow);
  const path = folder.at('coast.mp4');
  writeFileSync(path, videoBytes(12_000_000));
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await choose(page, 'Short');
  await page.getByLabel('Title').fill('Half way');
  const offsets: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset']!);
  });
  await page.route('**/upload-sessions/*', async (route) => {
    const { 'upload-offset': offset } = route.request().headers();
    if (offset === undefined || offset === '0') await route.continue();
  });
  await page.locator('input[type=file]').setInputFiles(path);
  await until(() => offsets.length === 2);
  expect(await faultsOf(page)).toEqual([]);
  await page.reload();

  await page.getByText('coast.mp4: 8.4 MB of 12.0 MB have arrived. Choose the same file to go on.').waitFor();
  await page.unroute('**/upload-sessions/*');
  expect(await page.getByLabel('Title').inputValue()).toBe('Half way');
  expect(await faultsOf(page)).toEqual([]);
  expect(await overhangOf(page)).toBe(0);
  await page.locator('input[type=file]').setInputFiles(path);
  await page.getByText('coast.mp4 is uploaded').waitFor();
  expect(offsets).toEqual(['0', '8388608', '8388608']);
});

it('a session that ends while it is sent loses nothing: after the log-in it is sent', async () => {
  const user = await buildPublisher();
  const { page, button } = await open(user, { colorScheme: 'dark' });
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await choose(page, 'Text');
  await page.getByLabel('Message').fill('Low tide at noon');
  await page.getByLabel('At a time').check();
  await page.getByText(/ UTC, in /).waitFor();
  await page.getByText('It can be published.').waitFor();
  await page.route(creation, async (route) => {
    await route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer over' } });
  });
  await button('Schedule').click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByRole('textbox', { name: 'Password' }).fill(user.password);
  await page.unroute(creation);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.getByLabel('Message').inputValue()).toBe('Low tide at noon');
  expect(await faultsOf(page)).toEqual([]);
  await button('Schedule').click();
  await page.getByRole('heading', { name: 'Low tide at noon', level: 1 }).waitFor();
  expect(await rowsOf(user)).toMatchObject([{ payload: { message: 'Low tide at noon' }, platform: 'facebook' }]);
});

it('a file that does not fit is refused before a byte of it is sent', async () => {
  const { page, asked } = await open(await buildPublisher(), narrow);
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await choose(page, 'Photo');
  await page.locator('input[type=file]').setInputFiles({ name: 'coast.mp4', mimeType: 'video/mp4', buffer: film });
  await page.getByText('This file is of the type video/mp4, which does not fit.').waitFor();
  expect(asked.filter((url) => url.includes('upload-sessions'))).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
});

it('with the keyboard alone, a post is written and published', async () => {
  const user = await buildPublisher();
  const { page, context } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(consoleUrl);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  const { keyboard } = page;
  await tabTo(page, 'Compose');
  await keyboard.press('Enter');
  await page.getByRole('checkbox').first().waitFor();
  await tabTo(page, 'Field Notes Page');
  await keyboard.press('Space');
  await page.getByRole('radio', { name: 'Text' }).waitFor({ state: 'attached' });
  await tabTo(page, 'Video');
  for (const type of ['Photo', 'Link', 'Text']) {
    await keyboard.press('ArrowRight');
    expect(await page.getByRole('radio', { name: type }).isChecked()).toBe(true);
  }
  await tabTo(page, 'Message');
  await keyboard.type('Seals on the north beach');
  await page.getByText('It can be published.').waitFor();
  await tabTo(page, 'Publish');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Seals on the north beach', level: 1 }).waitFor();
  expect(await rowsOf(user)).toMatchObject([{ type: 'text', platform: 'facebook' }]);
});
