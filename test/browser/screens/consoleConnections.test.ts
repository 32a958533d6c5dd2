import { OAuthTicket } from '../../../models/oauth/OAuthTicket';
import { useApp } from '../../support/callers/app';
import { buildConnection } from '../../support/build/connection';
import { buildUser } from '../../support/callers/people';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, faultsOf, openConsole, service } from '../consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

it('of more channels than the API lists at once, all can be seen, found and chosen', async () => {
  const user = await buildUser(app);
  await buildConnection(user, { name: 'The very first channel' });
  for (let number = 2; number <= 104; number += 1) await buildConnection(user, { name: `Channel ${number}` });
  await buildConnection(user, { name: 'Switched off', isActive: false });
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/connections`);
  await page.getByText('1 to 20 of 105').waitFor();
  for (const name of ['YouTube Terms of Service', 'Google Privacy Policy', 'Google security settings'])
    await page.getByRole('link', { name }).waitFor();
  const ownPage = page.getByRole('link', { name: 'Data stored about your YouTube channels' });
  expect(await ownPage.getAttribute('href')).toMatch(/\/api\/v1\/oauth\/youtube\/account$/);
  expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toBe('Switched off');
  await page.getByRole('button', { name: 'Page 6' }).click();
  await page.getByText('101 to 105 of 105').waitFor();
  await page.getByRole('heading', { name: 'The very first channel', level: 2 }).waitFor();
  await page.goBack();
  await page.getByText('1 to 20 of 105').waitFor();
  await page.getByLabel('Search', { exact: true }).fill('very FIRST');
  await page.getByText('All 1 shown').waitFor();
  // A search that begins is a step of the history.
  await page.goBack();
  await page.getByText('1 to 20 of 105').waitFor();
  expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('');
  // All channels of a page may have gone.
  await page.goto(`${consoleUrl}/connections?page=7`);
  await page.getByText('101 to 105 of 105').waitFor();
  await page.getByRole('heading', { name: 'The very first channel', level: 2 }).waitFor();
  await page.goto(`${consoleUrl}/analytics`);
  await page.getByLabel('Publishing stats for').selectOption('The very first channel');
});

it('the page after a consent says what its owner can do, in the service’s words and not those of the address', async () => {
  const user = await buildUser(app);
  await buildConnection(user, { name: 'Harbour' });
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  const back = `${consoleUrl}/connections/done?status=error&error=platform_error`;
  const shown = page.getByRole('alert').filter({ hasText: 'The platform could not connect the channel.' });
  await page.goto(`${back}&error_description=Call+our+hotline`);
  await shown.getByText('Connect it again in a moment.').waitFor();

  const reason = 'This login does not offer the channel of the connection. Log in with its account, and choose it.';
  await page.route('**/oauth/youtube/authorize?*', async (route) => {
    const ticketId = new URL(route.request().url()).searchParams.get('ticket')!;
    await OAuthTicket.fail(ticketId, 'platform_error', ['pending'], reason);
    await route.fulfill({ status: 302, headers: { location: `${back}&error_description=Call+our+hotline` } });
  });
  await page.goto(`${consoleUrl}/connections`);
  await page.getByRole('button', { name: 'Reconnect Harbour' }).click();
  await shown.getByText(reason).waitFor();
  expect(await page.getByText(/hotline|in a moment/).count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
});

it.each([
  [true, '“Harbour” is ready. You can publish to it now.', 'Compose post'],
  [false, '“Harbour” is still deactivated. Nothing is published to it until it is activated.', 'View channels'],
])('the page after a consent tells whether the channel is active: %s', async (isActive, words, next) => {
  const user = await buildUser(app);
  const { connectionId } = await buildConnection(user, { name: 'Harbour', isActive });
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/connections/done?status=success&connectionId=${connectionId}`);
  await page.getByRole('status').getByText(words).waitFor();
  expect(await page.getByRole('main').getByRole('link').first().innerText()).toBe(next);
  expect(await faultsOf(page)).toEqual([]);
});

it('an access that no renewal lengthens says when it ends, and needs attention in its last days', async () => {
  const user = await buildUser(app);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 3_600_000);
  await buildConnection(user, { name: 'Renewed' });
  await buildConnection(user, { name: 'Later', tokenExpiresAt: inDays(50), accessEndsAt: inDays(90) });
  await buildConnection(user, { name: 'Soon', tokenExpiresAt: inDays(5), accessEndsAt: inDays(5) });
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/connections`);
  const card = (name: string) => page.getByRole('article', { name });
  await card('Renewed')
    .getByText(/Renews automatically, next in/)
    .waitFor();
  await card('Later')
    .getByText(/Access ends in 3 months\. Reconnect before then\./)
    .waitFor();
  await card('Soon')
    .getByText(/Access ends in [56] days\. Reconnect before then\. If it ends every week, the app/)
    .waitFor();
  expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toBe('Soon');
  expect(await faultsOf(page)).toEqual([]);
  await page.goto(consoleUrl);
  const channels = page.getByRole('region', { name: 'Channels' });
  await channels.getByRole('listitem').filter({ hasText: 'Soon' }).getByText('Ends soon').waitFor();
  expect(await channels.getByText('Works').count()).toBe(2);
  const wrong = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').filter({ hasText: 'Soon' });
  await wrong.getByText(/^Access ends in [56] days\.$/).waitFor();
  await wrong.getByRole('button', { name: 'Reconnect Soon' }).waitFor();
});

it('the result of a test goes with the channel that was tested', async () => {
  const user = await buildUser(app);
  for (const name of ['Harbour', 'Coast']) await buildConnection(user, { name });
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.route('**/credentials/test-connection', async (route) =>
    route.fulfill({ json: { ok: true, channel: { name: 'Harbour' }, error: null } }),
  );
  await page.goto(`${consoleUrl}/credentials`);
  const channel = page.getByLabel('Channel', { exact: true });
  await channel.selectOption('Harbour');
  await page.getByRole('button', { name: 'Test connection' }).click();
  const result = page.getByText('Connection works');
  await result.waitFor();
  await channel.selectOption('Coast');
  expect(await result.count()).toBe(0);
});

it('a channel is connected with the features whose boxes were ticked, and none is ticked at first', async () => {
  const user = await buildUser(app);
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.route('**/oauth/facebook/authorize?*', async (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>At the platform</h1>' }),
  );
  await page.goto(`${consoleUrl}/connections`);
  await page.getByRole('button', { name: 'Connect channel' }).first().click();
  await page.getByRole('menuitem', { name: 'Facebook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect to Facebook' });
  await dialog.getByText('Views of the page and of its posts can be shown.').waitFor();
  expect(await dialog.getByRole('checkbox').count()).toBe(3);
  expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0);
  await dialog.getByLabel('Insights').check();
  await dialog.getByLabel('Business pages').check();
  await dialog.getByLabel('Business pages').uncheck();
  await dialog.getByLabel('Comments').check();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Continue to Facebook' }).click();
  await page.getByText('At the platform').waitFor();
  const tickets = await OAuthTicket.findAll({ where: { createdBy: user.userId }, raw: true });
  expect(tickets).toMatchObject([{ platform: 'facebook', features: ['comments', 'insights'] }]);
});

it('a channel says which features its owner has not allowed, and leads those who may to allow them', async () => {
  const user = await buildUser(app);
  await buildConnection(user, { name: 'All', platform: 'facebook' });
  const { connectionId } = await buildConnection(user, { name: 'Less', platform: 'facebook', permissions: [] });
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.route('**/oauth/facebook/authorize?*', async (route) => {
    const ticketId = new URL(route.request().url()).searchParams.get('ticket')!;
    const ended = { status: 'completed', connectedId: connectionId, missing: ['insights'], sealed: null } as const;
    await OAuthTicket.update(ended, { where: { id: ticketId } });
    const location = `${consoleUrl}/connections/done?status=success&connectionId=${connectionId}&missing=insights`;
    await route.fulfill({ status: 302, headers: { location } });
  });
  await page.goto(`${consoleUrl}/connections`);
  const card = (name: string) => page.getByRole('article', { name });
  await card('Less').getByText('Not allowed: Comments, Insights, Business pages.').waitFor();
  expect(await card('All').getByText('Not allowed').count()).toBe(0);
  await page.getByRole('button', { name: 'Reconnect to allow: Less' }).click();
  await page.getByLabel('Insights').check();
  await page.getByRole('button', { name: 'Continue to Facebook' }).click();
  await page.getByText('Not everything you asked for was allowed there.').waitFor();
  const [ticket] = await OAuthTicket.findAll({ where: { createdBy: user.userId }, raw: true });
  expect(ticket).toMatchObject({ connectionId, features: ['insights'] });
  expect(await faultsOf(page)).toEqual([]);
});
