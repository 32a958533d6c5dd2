import type { Page, Route } from 'playwright-core';
import { useApp } from '../support/callers/app';
import { buildUser } from '../support/callers/people';
import { until } from '../support/until';
import { use, useStopping } from '../support/use';
import { launchChromium } from './chromium';
import { consoleUrl, faultsOf, openConsole, service } from './consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const user = use(async () => buildUser(app));
const stopping = useStopping();

const calendarCode = '**/assets/CalendarScreen*';

/** A user before this screen, whose page would forget a mark if it was loaded again. */
async function open(path: string) {
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate("window.marker = 'not loaded again'");
  return { context, page, calendar: page.getByRole('link', { name: 'Calendar', exact: true }).first() };
}

const markerOf = async (page: Page) => page.evaluate<string | undefined>('window.marker');

/** The service has another build: this code of the present one is gone. */
async function replaceBuild(page: Page): Promise<void> {
  await page.route(calendarCode, async (route) => route.fulfill({ status: 404, json: {} }));
  const script = '<script type="module" src="/assets/index-newer.js"></script>';
  await page.route(`${consoleUrl}/`, async (route) => route.fulfill({ contentType: 'text/html', body: script }));
}

it('a screen that cannot be loaded says so in its place, and is tried again without a reload', async () => {
  const { context, page, calendar } = await open('/profile');
  await context.setOffline(true);
  await calendar.click();
  const alert = page.getByRole('alert');
  await alert.getByText('This part of the page could not be loaded').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.getByText('This part of the page could not be loaded').waitFor();
  await context.setOffline(false);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
  expect(await markerOf(page)).toBe('not loaded again');
});

it('a screen whose code is gone, because there is a newer build, is loaded with the newer page', async () => {
  const { page, calendar } = await open('/profile');
  await replaceBuild(page);
  await Promise.all([page.waitForEvent('load'), calendar.click()]);
  expect(await markerOf(page)).toBeUndefined();
  expect(new URL(page.url()).pathname).toBe('/calendar');
});

it('no newer build loads the page anew while a request is under way', async () => {
  const { page, calendar } = await open('/profile');
  const waiting: Route[] = [];
  await page.route('**/auth/profile', (route) => void waiting.push(route));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Grace');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await until(() => waiting.length === 1);
  await replaceBuild(page);
  await calendar.click();
  const alert = page.getByRole('alert').filter({ hasText: 'A newer version of this page is available' });
  await alert.waitFor();
  await waiting[0]!.continue();
  await page.getByText('Profile saved.').waitFor();
  expect(await markerOf(page)).toBe('not loaded again');
  await Promise.all([page.waitForEvent('load'), alert.getByRole('button', { name: 'Try again' }).click()]);
});

it('a page whose first code cannot be loaded says so, and is loaded again', async () => {
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.route('**/assets/draw*', async (route) => route.abort('internetdisconnected'));
  await page.goto(`${consoleUrl}/profile`);
  const alert = page.getByRole('alert');
  await alert.getByText('The page could not be loaded. Check your internet connection').waitFor();
  expect(await page.getByText('Punctual').count()).toBe(0);
  await page.unroute('**/assets/draw*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
});
