import { Assignment } from '../../../models/assignments/Assignment';
import { ChannelList } from '../../../models/connections/ChannelList';
import { buildConnection } from '../../support/build/connection';
import { buildUser } from '../../support/callers/people';
import type { BuiltUser } from '../../support/callers/people';
import { film } from '../../support/runs/publishing';
import { choose, unfold, useComposing } from './composing';
import { consoleUrl, faultsOf, openConsole, tabTo } from '../consoleReader';

const { app, chromium, stopping, buildPublisher, open } = useComposing();

const creation = '**/api/v1/console/assignments';
const rowsOf = async ({ workspaceId }: BuiltUser) =>
  Assignment.findAll({ where: { workspaceId }, order: ['platform'], raw: true });

it('one post goes to two channels, each as its own; a lost answer is asked for again, and makes no second post', async () => {
  const user = await buildPublisher();
  const { page, button } = await open(user);
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await page.getByText('Type', { exact: true }).waitFor();
  expect(await page.getByText('you certify').count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await page.getByText('Type for Facebook').waitFor();
  await page.getByText('Type for YouTube').waitFor();
  await choose(page, 'Video');
  await page.locator('input[type=file]').setInputFiles({ name: 'coast.mp4', mimeType: 'video/mp4', buffer: film });
  await page.getByText('coast.mp4 is uploaded').waitFor();
  await page.getByLabel('Title').fill('Walking the coast path');
  await page.getByText('22 of 100 characters.').waitFor();
  await page.getByText('Together, the posts cost 20 credits.').waitFor();

  const preview = page.getByRole('region', { name: 'Preview' });
  await preview.getByText('Walking the coast path').first().waitFor();
  expect(await preview.locator('video').first().getAttribute('src')).toMatch(/^blob:/);
  await preview.getByText('Facebook', { exact: true }).click();
  await preview.getByText('Just now · Public').waitFor();
  // While the draft is judged the button is disabled, and so has less contrast.
  await page.locator('button:enabled', { hasText: 'Publish to 2 channels' }).waitFor();
  // The notice that YouTube's terms require is there with the links that it names.
  await page.getByText('you certify that the content you are uploading complies with the YouTube Terms').waitFor();
  const terms = page.getByRole('link', { name: 'YouTube Terms of Service' });
  expect(await terms.getAttribute('href')).toBe('https://www.youtube.com/t/terms');
  expect(await faultsOf(page)).toEqual([]);

  // The API makes both posts; of the second one it is never heard.
  await page.route(creation, async (route) => {
    const isSecond = route.request().postDataJSON().type === 'video' && (await rowsOf(user)).length === 1;
    const answer = await route.fetch({ url: route.request().url().replace(consoleUrl, app.url) });
    if (isSecond) await route.abort();
    else await route.fulfill({ response: answer });
  });
  await button('Publish to 2 channels').click();
  const report = page.getByRole('region', { name: 'Results' });
  await report.getByText('The service is not responding').waitFor();
  await page.unroute(creation);
  expect(await rowsOf(user)).toHaveLength(2);

  // The posts that were sent, and the texts, survive a reload.
  await page.reload();
  await report.getByText('View post').waitFor();
  expect(await page.getByRole('checkbox', { checked: true, disabled: true }).count()).toBe(1);
  await button('Publish to 1 remaining channel').click();
  const all = page.getByRole('region', { name: 'Posts created' });
  await all.waitFor();
  expect(await all.getByRole('link', { name: 'View post' }).count()).toBe(2);
  const rows = await rowsOf(user);
  expect(rows.map(({ platform, payload }) => [platform, payload['title']])).toEqual([
    ['facebook', 'Walking the coast path'],
    ['youtube', 'Walking the coast path'],
  ]);
  expect(new Set(rows.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  const kept = await page.evaluate<string[]>('Object.keys(sessionStorage)');
  expect(kept.filter((name) => name.includes('composition'))).toEqual([]);
  await button('Compose another post').click();
  await page.getByRole('checkbox').first().waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
});

it.each([
  ['stays', false],
  ['was loaded again', true],
])(
  'after a lost answer, in a page that %s, a change is not said to be sent: it is not in the post',
  async (_page, isReloaded) => {
    const user = await buildPublisher();
    const { page, button } = await open(user);
    await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
    await choose(page, 'Text');
    await page.getByLabel('Message').fill('Low tide at one');
    await page.getByText('Ready to publish.').waitFor();
    await page.route(creation, async (route) => {
      await route.fetch({ url: route.request().url().replace(consoleUrl, app.url) });
      await route.abort();
    });
    await button('Publish').click();
    await page.getByText('The service is not responding').waitFor();
    await page.unroute(creation);
    if (isReloaded) await page.reload();
    await page.getByLabel('Message').fill('Low tide at noon');
    await page.getByText('Ready to publish.').waitFor();
    await button('Publish').click();

    await page.getByText('sent before your last change, which is not included').waitFor();
    expect(await page.getByLabel('Message').inputValue()).toBe('Low tide at noon');
    expect(await button('Publish').isDisabled()).toBe(true);
    expect(await faultsOf(page)).toEqual([]);
    expect(await rowsOf(user)).toMatchObject([{ payload: { message: 'Low tide at one' } }]);
    await page.getByRole('link', { name: 'open the post' }).click();
    await page.getByRole('heading', { name: 'Low tide at one', level: 1 }).waitFor();
  },
);

it('a tab that is a copy of another one sends its own text, also after the other one has sent its', async () => {
  const user = await buildPublisher();
  const { page, context, button } = await open(user);
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await choose(page, 'Text');
  await page.getByLabel('Message').fill('Low tide at one');
  await page.getByText('Ready to publish.').waitFor();
  const copied = await page.evaluate<string>('JSON.stringify(sessionStorage)');
  const copy = await context.newPage();
  await copy.goto(`${consoleUrl}/profile`);
  await copy.evaluate(`Object.assign(sessionStorage, ${copied})`);
  await copy.goto(`${consoleUrl}/compose`);
  expect(await copy.getByLabel('Message').inputValue()).toBe('Low tide at one');
  await button('Publish').click();
  await page.getByRole('heading', { name: 'Low tide at one', level: 1 }).waitFor();

  await copy.getByLabel('Message').fill('Low tide at noon');
  await copy.getByText('Ready to publish.').waitFor();
  await copy.getByRole('button', { name: 'Publish', exact: true }).click();
  await copy.getByRole('heading', { name: 'Low tide at noon', level: 1 }).waitFor();
  const messages = (await rowsOf(user)).map(({ payload }) => payload['message']);
  expect(new Set(messages)).toEqual(new Set(['Low tide at one', 'Low tide at noon']));
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

it('a session that ends while it is sent loses nothing: after the log-in it is sent', async () => {
  const user = await buildPublisher();
  const { page, button } = await open(user, { colorScheme: 'dark' });
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await choose(page, 'Text');
  await page.getByLabel('Message').fill('Low tide at noon');
  await page.getByLabel('At a specific time').check();
  await page.getByText(/ UTC, in /).waitFor();
  await page.getByText('Ready to publish.').waitFor();
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
  await page.locator('button:enabled', { hasText: 'Publish' }).waitFor();
  await tabTo(page, 'Publish');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Seals on the north beach', level: 1 }).waitFor();
  expect(await rowsOf(user)).toMatchObject([{ type: 'text', platform: 'facebook' }]);
});

it('a category is picked by its title, and a playlist whose list cannot be read is typed', async () => {
  const user = await buildUser(app);
  const { connectionId } = await buildConnection(user, { name: 'Field Notes' });
  const choices = [
    { id: '22', title: 'People & Blogs' },
    { id: '10', title: 'Music' },
  ];
  await ChannelList.keep({ id: connectionId }, 'categories of US', choices);
  const { page, button } = await open(user);
  await choose(page, 'Video');
  await page.locator('input[type=file]').setInputFiles({ name: 'coast.mp4', mimeType: 'video/mp4', buffer: film });
  await page.getByText('coast.mp4 is uploaded').waitFor();
  await page.getByLabel('Title').fill('Walking the coast path');
  await unfold(page, 'YouTube');
  await page.getByLabel('Category').and(page.locator('select')).selectOption({ label: 'Music' });
  await page.getByText('The channel’s list could not be loaded. Type an ID.').waitFor();
  await page.getByLabel('Playlist', { exact: true }).fill('PL0123456789');
  await page.getByLabel('Embedding').selectOption({ label: 'No' });
  await page.locator('button:enabled', { hasText: 'Publish' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await button('Publish').click();
  await page.getByRole('link', { name: 'View post' }).waitFor();
  const [row] = await rowsOf(user);
  expect(row!.payload).toEqual({
    title: 'Walking the coast path',
    privacy: 'private',
    tags: [],
    madeForKids: false,
    categoryId: '10',
    playlistId: 'PL0123456789',
    embeddable: false,
  });
});
