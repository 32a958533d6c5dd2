import { useApp } from '../support/callers/app';
import { buildConnection } from '../support/build/connection';
import { buildUser } from '../support/callers/people';
import { use, useStopping } from '../support/use';
import { launchChromium } from './chromium';
import { consoleUrl, openConsole, service } from './consoleReader';
import { fault } from './lists/lists';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

it('a time is told as its distance from now, and on hover as itself, in the zone of the reader and in UTC', async () => {
  const user = await buildUser(app);
  await user.call('PATCH', '/api/v1/auth/profile', { body: { timezone: 'Asia/Kolkata' } });
  const now = new Date();
  const expiry = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 20, 10));
  await buildConnection(user, { tokenExpiresAt: expiry });
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/connections`);
  // Which day it is depends on the zone.
  await page.getByText(/Renews automatically, next in (19|20) days\./).waitFor();
  const shown = await page.locator(`time[datetime="${expiry.toISOString()}"]`).getAttribute('title');
  const [local, utc] = shown!.split('\n');
  expect(local).toMatch(/, 3:30:00\sPM GMT\+5:30 \(Asia\/Kolkata\)$/);
  expect(utc).toBe(`${expiry.toISOString().slice(0, 10)} 10:00 UTC`);
});

it('a field keeps the id that it was first drawn with', async () => {
  const { context, page } = await openConsole(chromium, await buildUser(app));
  stopping(context);
  await page.goto(`${consoleUrl}/profile`);
  // Mantine would put a random one in its place, and draw the field again.
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).getAttribute('id')).toMatch(
    /^mantine-P\d+-\d+$/,
  );
});

it.each([
  ['reduce', false],
  ['no-preference', true],
] as const)('of a reader whose system says %s, what loads moves: %s', async (reducedMotion, isMoving) => {
  const { context, page } = await openConsole(chromium, await buildUser(app), { reducedMotion });
  stopping(context);
  await page.route('**/console/connections?*', async () => undefined);
  await page.goto(`${consoleUrl}/connections`);
  await page.locator('.mantine-Skeleton-root').first().waitFor();
  const seconds = await page.evaluate<number>(`(() => {
    const { animationName, animationDuration } =
      getComputedStyle(document.querySelector('.mantine-Skeleton-root'), '::after');
    return animationName === 'none' ? 0 : parseFloat(animationDuration);
  })()`);
  expect(seconds > 0.001).toBe(isMoving);
});

it('a refusal stays until it is dismissed, and is said once; a confirmation goes by itself', async () => {
  const { context, page } = await openConsole(chromium, await buildUser(app));
  stopping(context);
  await page.clock.install();
  await page.goto(`${consoleUrl}/profile`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Grace');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const confirmation = page.getByText('Profile saved.');
  await confirmation.waitFor();
  await page.clock.fastForward(5_000);
  await confirmation.waitFor({ state: 'detached' });

  await page.goto(`${consoleUrl}/billing`);
  await page.route('**/transactions/export', async (route) => route.fulfill({ status: 500, json: fault }));
  const save = page.getByRole('button', { name: 'Export as CSV' });
  for (let count = 0; count < 2; count += 1) {
    const refused = page.waitForResponse('**/transactions/export');
    await save.click();
    await refused;
  }
  const refusal = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });
  await refusal.first().waitFor();
  await page.clock.fastForward(3_600_000);
  await page.clock.runFor(1_000);
  expect(await refusal.count()).toBe(1);
  await refusal.getByRole('button', { name: 'Dismiss' }).click();
  await refusal.waitFor({ state: 'detached' });
});
