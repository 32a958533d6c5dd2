import { useApp } from '../support/callers/app';
import { buildUser } from '../support/callers/people';
import { use, useStopping } from '../support/use';
import { launchChromium } from './chromium';
import { consoleUrl, faultsOf, openConsole, service } from './consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

async function openPage() {
  const { context, page } = await openConsole(chromium, await buildUser(app));
  stopping(context);
  await page.goto(`${consoleUrl}/credentials`);
  await page.getByRole('heading', { name: 'Credentials', level: 1 }).waitFor();
  return { context, page };
}

it('a menu opens at its first press, and gives the focus back each time', async () => {
  const { page } = await openPage();
  const button = page.getByRole('button', { name: /: account$/ });
  for (let press = 0; press < 2; press++) {
    await button.focus();
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('menuitem', { name: 'Profile' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    await button.and(page.locator(':focus')).waitFor();
  }
});

it('a dialog opens at its first press, and gives the focus back each time', async () => {
  const { page } = await openPage();
  const button = page.getByRole('button', { name: 'Rotate secret' });
  for (let press = 0; press < 2; press++) {
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Go back' }).and(page.locator(':focus')).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await button.and(page.locator(':focus')).waitFor();
  }
});

it('a menu that cannot be loaded says so, and opens at a later press', async () => {
  const { context, page } = await openPage();
  // The code of notices has come (console/parts/notices/).
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' });
  await context.setOffline(true);
  const button = page.getByRole('button', { name: /: account$/ });
  await button.click();
  await page.getByText('This part of the page could not be loaded').waitFor();
  await context.setOffline(false);
  await button.click();
  await page.getByRole('menu').waitFor();
  expect(await page.getByRole('menuitem').count()).toBe(5);
});

it('the log-in of a session that has ended says in sight that it cannot be loaded, and comes at a later try', async () => {
  const { page } = await openPage();
  const code = '**/assets/ExpiredDialog-*.js';
  await page.setViewportSize({ width: 390, height: 500 });
  await page.route(code, async (route) => route.abort());
  await page.route('**/api/v1/**', async (route) => {
    await route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer over' } });
  });
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
  await page.mouse.wheel(0, -10_000);
  const fault = page.getByText('This part of the page could not be loaded');
  await fault.waitFor();
  const { y, height } = (await fault.boundingBox())!;
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(page.viewportSize()!.height);
  await page.unroute(code);
  await page.getByRole('alert').filter({ has: fault }).getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('dialog', { name: 'Your session has ended' }).waitFor();
  expect(await fault.count()).toBe(0);
});
