import type { Locator } from 'playwright-core';
import { makeHistory } from '../../../bin/demoData/makeHistory';
import { demoOwner, makeDemo } from '../../../bin/demoData/workspace';
import { stranger } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { testPasswords, testSecrets } from '../../support/secrets';
import { until } from '../../support/until';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { clippedOf, consoleUrl, faultsOf, misalignedOf, openConsole, overhangOf, service } from '../consoleReader';

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
    await page.getByRole('heading', { name: 'Channel growth' }).scrollIntoViewIfNeeded();
    await growth.locator('canvas').first().waitFor();
    expect([await faultsOf(page), await overhangOf(page), await clippedOf(page)]).toEqual([[], 0, []]);
    await page.getByRole('group', { name: 'Best posts' }).waitFor();
    for (const name of ['Publishing', 'Channel growth'])
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
  await page.getByLabel('Publishing stats for').selectOption('Harbour Diaries');
  await page.getByLabel('Date range').selectOption('Last 7 days');
  await page.waitForURL(/days=7/);
  const connectionId = new URL(page.url()).searchParams.get('connectionId');
  const answer = await stranger(app)('GET', `/api/v1/console/stats/analytics?days=7&connectionId=${connectionId}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  const publishing = page.getByRole('region', { name: 'Publishing' });
  await publishing.getByText('Table', { exact: true }).click();
  await publishing.getByText('Last 7 days').waitFor();
  const cells = publishing.getByRole('row').nth(1).getByRole('cell');
  const { published, failed, cancelled, creditsUsed } = answer.body.series.at(-1);
  expect((await cells.allInnerTexts()).slice(1)).toEqual([published, failed, cancelled, creditsUsed].map(String));
  expect(await publishing.getByRole('row').count()).toBe(8);
});

it('each chart is headed by its answer, beside the period before, and its axis has a unit', async () => {
  const { context, page } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(`${consoleUrl}/analytics`);
  const headers = { authorization: `Bearer ${owner.token}` };
  const { body } = await stranger(app)('GET', '/api/v1/console/stats/compare?days=30', { headers });
  const publishing = page.getByRole('region', { name: 'Publishing' });
  const answers = publishing.getByRole('heading', { level: 3 });
  await answers.nth(3).waitFor();
  const more = body.current.published - body.previous.published;
  const compared = more === 0 ? 'as many as' : `${Math.abs(more)} ${more > 0 ? 'more' : 'fewer'} than`;
  const [first, ...others] = await answers.allInnerTexts();
  expect(first).toBe(
    `${body.current.published} posts went live in the last 30 days, ${compared} in the 30 days before`,
  );
  expect(others.map((answer) => answer.replace(/ in the last 30 days, .* in the 30 days before$/, ''))).toEqual([
    expect.stringMatching(/^\d+ posts? failed$/),
    expect.stringMatching(/^\d+ posts? (was|were) cancelled$/),
    expect.stringMatching(/^[\d,]+ credits? (was|were) used$/),
  ]);
  const growth = page.getByRole('region', { name: 'Channel growth' }).getByRole('heading', { level: 3 });
  expect(await growth.innerText()).toMatch(
    /^Subscribers (grew|fell) by [\d,]+ to [\d,]+ in the last 30 days, after [+-]?[\d,]+ in the 30 days before$/,
  );
});

it('best and recent posts have their pictures and the figures of their last reading, in one answer for all', async () => {
  const { context, page, asked } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(`${consoleUrl}/analytics`);
  const headers = { authorization: `Bearer ${owner.token}` };
  const { body } = await stranger(app)('GET', '/api/v1/console/stats/recent-posts', { headers });
  const recent = page.getByRole('region', { name: 'Recent posts' });
  await recent.getByRole('row').nth(body.items.length).waitFor();
  const rows = await recent.getByRole('row').all();
  const shown = await Promise.all(
    rows.slice(1).map(async (row) => (await row.getByRole('cell').allInnerTexts()).slice(2, 6).join()),
  );
  const figuresOf = ({ reading }: { reading: Record<string, number> | null }) =>
    ['views', 'likes', 'comments', 'shares'].map((name) => reading?.[name]?.toLocaleString('en-US') ?? '–').join();
  expect(shown).toEqual(body.items.map(figuresOf));
  for (const name of ['Best posts', 'Recent posts']) {
    const region = page.getByRole('region', { name });
    expect(await region.locator('.post-picture').count()).toBe((await region.getByRole('row').count()) - 1);
  }
  await page
    .getByRole('region', { name: 'Best posts' })
    .getByText(/^“.*” leads with [\d,]+ views\.$/)
    .waitFor();
  expect(asked.filter((url) => url.includes('/posts/'))).toEqual([]);
});

it('the best posts are in the order of the figure that is chosen, and lead to the numbers of each over time', async () => {
  const { context, page, complaints } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(`${consoleUrl}/analytics`);
  const best = page.getByRole('region', { name: 'Best posts' });
  await best.getByText('Likes', { exact: true }).first().click();
  const answer = await stranger(app)('GET', `/api/v1/console/stats/best-posts?by=likes`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  const [first] = answer.body.items;
  const rows = best.getByRole('row');
  const shown = async () => (await rows.nth(1).getByRole('cell').allInnerTexts()).slice(2, 6);
  const figures = [first.views, first.likes, first.comments, first.shares].map((one) => one.toLocaleString('en-US'));
  await until(async () => (await shown()).join(' ') === figures.join(' '));
  await best.getByRole('link').first().click();
  const numbers = page.getByRole('region', { name: 'Numbers over time' });
  const chart = numbers.getByRole('img', { name: /^Views by day, / });
  await scrollTo(chart);
  await chart.locator('canvas').first().waitFor();
  expect([await faultsOf(page), await overhangOf(page), await clippedOf(page)]).toEqual([[], 0, []]);
  await numbers.getByText('Table', { exact: true }).click();
  await until(async () => (await numbers.getByRole('row').count()) > 3);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    numbers.getByRole('button', { name: 'Save as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('post-statistics.csv');
  expect(await faultsOf(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it('counting over time is switched off and on by an admin', async () => {
  const { context, page } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(`${consoleUrl}/analytics`);
  const counting = page.getByRole('switch', { name: 'Count published posts over time' });
  const isOn = async () =>
    (await stranger(app)('GET', '/api/v1/console/settings', { headers: { authorization: `Bearer ${owner.token}` } }))
      .body.postStatistics;
  await scrollTo(counting);
  for (const wanted of [false, true]) {
    await counting.press('Space');
    await until(async () => (await isOn()) === wanted && (await counting.isChecked()) === wanted);
  }
});

it('a chart names the date that is pointed at, with its count, until another one is drawn', async () => {
  const { context, page } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(`${consoleUrl}/analytics?days=7`);
  const publishing = page.getByRole('region', { name: 'Publishing' });
  await publishing.getByText('Table', { exact: true }).click();
  const rows = publishing.getByRole('row');
  await rows.nth(7).waitFor();
  const days = (await rows.allInnerTexts()).slice(1).toReversed();
  const counts = days.map((row) => row.split(/\s*\t\s*/).slice(0, 2));

  await publishing.getByText('Chart', { exact: true }).click();
  const chart = publishing.getByRole('img', { name: /^Published by day/ });
  const bars = chart.locator('.u-over');
  await scrollTo(bars);
  const { x, y, width } = (await bars.boundingBox())!;
  const words = async () => (await chart.innerText()).split(/\n+/).join();
  for (const day of [0, 1, 6]) {
    await page.mouse.move(x + ((day + 0.5) * width) / 7, y + 20);
    await until(async () => (await words()) === counts[day]!.join());
  }
  await page.mouse.move(0, 0);
  await until(async () => (await words()) === '');
  // As of a touch: nothing tells the chart that is drawn next that the pointer is away.
  const point = { clientX: x + width / 2, clientY: y + 20 };
  for (const name of ['mouseenter', 'mousemove']) await bars.dispatchEvent(name, point);
  await until(async () => (await words()) === counts[3]!.join());
  await page.getByLabel('Date range').selectOption('Last 30 days');
  await until(async () => (await words()) === '');
});

it('a year is drawn by week', async () => {
  const { context, page } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(`${consoleUrl}/analytics?days=365`);
  await page.getByText('Last 365 days (UTC), by week').waitFor();
  await page.getByRole('img', { name: /^Published by week/ }).waitFor();
  const publishing = page.getByRole('region', { name: 'Publishing' });
  await publishing.getByText('Table', { exact: true }).click();
  await publishing.getByRole('row').nth(53).waitFor();
  expect(await publishing.getByRole('row').count()).toBe(54);
});

it.each([
  ['/analytics', 600],
  ['/billing', 600],
  ['/assignments', 800],
  [`/calendar?day=${lastMonth()}`, 1500],
] as const)(
  'a reload of %s and the way back lead to the same place on the page, %d pixels down',
  async (path, place) => {
    const { context, page, complaints } = await openConsole(chromium, owner, {
      viewport: { width: 390, height: 800 },
    });
    stopping(context);
    const isAt = async (top: number) =>
      until(async () => Math.abs((await page.evaluate<number>('scrollY')) - top) < 10);
    await page.goto(`${consoleUrl}${path}`);
    const main = page.getByRole('main');
    // The page grows as its parts are drawn.
    await until(async () => (await page.evaluate<number>(`scrollTo(0, ${place}), scrollY`)) === place);
    // The router notes the place of a page that was scrolled after it was rendered: the event of that comes with a frame.
    await page.waitForLoadState('networkidle');
    for (const top of [place - 1, place])
      await page.evaluate(
        `new Promise((seen) => { addEventListener('scroll', seen, { once: true }); scrollTo(0, ${top}); })`,
      );
    await page.reload();
    await isAt(place);
    await main.locator('a:not([target])').last().dispatchEvent('click');
    await page.waitForURL(({ pathname }) => !path.startsWith(pathname));
    await isAt(0);
    await page.goBack();
    await isAt(place);
    expect(complaints).toEqual([]);
  },
);

/** A day of a month that is over, and within the 90 days. */
/** A chart takes the place of its stand-in as it comes into view. */
async function scrollTo(element: Locator): Promise<void> {
  await until(async () => element.scrollIntoViewIfNeeded().then(() => true), { isForgiving: true });
}

function lastMonth(): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 15)).toISOString().slice(0, 10);
}
