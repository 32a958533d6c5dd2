import { makeHistory } from '../../bin/demoData/makeHistory';
import { demoOwner, makeDemo } from '../../bin/demoData/workspace';
import { stranger } from '../support/actors';
import { useApp } from '../support/app';
import { testPasswords, testSecrets } from '../support/secrets';
import { until } from '../support/until';
import { use, useStopping } from '../support/use';
import { launchChromium } from './chromium';
import { clippedOf, consoleUrl, faultsOf, misalignedOf, openConsole, overhangOf, service } from './consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

/** The owner of 90 days of history. */
const owner = use(async () => {
  const now = new Date();
  const deps = { sequelize: app.database.sequelize, secrets: testSecrets, passwords: testPasswords };
  await makeDemo(deps, makeHistory(now), now);
  const { email, password } = demoOwner;
  const { body } = await stranger(app)('POST', '/api/v1/auth/login', { body: { email, password } });
  return { email, token: String(body.token) };
});

it.each([
  [390, 'dark'],
  [1440, 'light'],
] as const)(
  'the figures of 90 days are without fault to axe, as charts and as tables, at %d pixels, %s',
  async (width, colorScheme) => {
    const { context, page, complaints } = await openConsole(chromium, owner, {
      viewport: { width, height: 900 },
      colorScheme,
    });
    stopping(context);
    await page.goto(`${consoleUrl}/analytics?days=90`);
    await page
      .getByRole('img', { name: /^Published by day/ })
      .locator('canvas')
      .first()
      .waitFor();
    const growth = page.getByRole('img', { name: /^Subscribers of Harbour Diaries/ });
    // On a phone it is far below the window.
    expect(width > 390 || (await growth.locator('canvas').count()) === 0).toBe(true);
    await page.getByRole('heading', { name: 'Channels compared' }).scrollIntoViewIfNeeded();
    await growth.locator('canvas').first().waitFor();
    expect([await faultsOf(page), await overhangOf(page), await clippedOf(page)]).toEqual([[], 0, []]);
    for (const name of ['Publishing', 'Channels compared'])
      await page.getByRole('region', { name }).getByText('Table', { exact: true }).click();
    expect([await faultsOf(page), await overhangOf(page), await clippedOf(page)]).toEqual([[], 0, []]);
    expect(await misalignedOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
  },
);

it('the tables have the numbers of the API, of the channel and the time that the address names', async () => {
  const { context, page } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(`${consoleUrl}/analytics`);
  await page.getByLabel('Publishing of').selectOption('Harbour Diaries');
  await page.getByLabel('How far back').selectOption('Last 7 days');
  await page.waitForURL(/days=7/);
  const connectionId = new URL(page.url()).searchParams.get('connectionId');
  const answer = await stranger(app)('GET', `/api/v1/console/stats/analytics?days=7&connectionId=${connectionId}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  const publishing = page.getByRole('region', { name: 'Publishing' });
  await publishing.getByText('Table', { exact: true }).click();
  await publishing.getByText('The last 7 days').waitFor();
  const cells = publishing.getByRole('row').nth(1).getByRole('cell');
  const { published, failed, cancelled, creditsUsed } = answer.body.series.at(-1);
  expect((await cells.allInnerTexts()).slice(1)).toEqual([published, failed, cancelled, creditsUsed].map(String));
  expect(await publishing.getByRole('row').count()).toBe(8);
});

it('a year is drawn by week', async () => {
  const { context, page } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(`${consoleUrl}/analytics?days=365`);
  await page.getByText('The last 365 days (UTC), counted by week').waitFor();
  await page.getByRole('img', { name: /^Published by week/ }).waitFor();
  const publishing = page.getByRole('region', { name: 'Publishing' });
  await publishing.getByText('Table', { exact: true }).click();
  await publishing.getByRole('row').nth(53).waitFor();
  expect(await publishing.getByRole('row').count()).toBe(54);
});

it.each(['/analytics', '/billing'])(
  'a reload of %s and the way back lead to the same place on the page',
  async (path) => {
    const { context, page, complaints } = await openConsole(chromium, owner, {
      viewport: { width: 390, height: 800 },
    });
    stopping(context);
    const isAt = async (top: number) =>
      until(async () => Math.abs((await page.evaluate<number>('scrollY')) - top) < 10);
    await page.goto(`${consoleUrl}${path}`);
    const main = page.getByRole('main');
    await main.getByRole('table').last().waitFor();
    await page.evaluate('scrollTo(0, 600)');
    await isAt(600);
    await page.reload();
    await isAt(600);
    await main.getByRole('link').last().dispatchEvent('click');
    await page.waitForURL((url) => url.pathname !== path);
    await isAt(0);
    await page.goBack();
    await isAt(600);
    expect(complaints).toEqual([]);
  },
);
