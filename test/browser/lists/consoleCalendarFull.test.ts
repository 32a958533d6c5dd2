import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildUser } from '../../support/callers/people';
import { until } from '../../support/until';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, openConsole, service } from '../consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl, freePlanCredits: 100_000 });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

const now = new Date();
const dayOfNextMonth = (day: number, hour: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day, hour, 30));

it('a month of 500 posts shows the first three of each day, and the way to the others', async () => {
  const user = await buildUser(app);
  const { connectionId } = await buildConnection(user);
  for (let place = 0; place < 500; place += 1) {
    const scheduledAt = dayOfNextMonth(1 + (place % 25), place % 24);
    await buildAssignment({ ...user, connectionId }, { scheduledAt });
  }
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/calendar?day=${dayOfNextMonth(15, 9).toISOString().slice(0, 10)}`);
  await page.getByText('500 posts', { exact: true }).waitFor();
  const more = page.getByRole('button', { name: /^\+17 more on / });
  expect(await more.count()).toBe(25);
  expect(await page.locator('.calendar-entry').count()).toBe(75);

  await page.evaluate(`window.slow = [];
    new PerformanceObserver((list) => window.slow.push(...list.getEntries().map(({ duration }) => duration)))
      .observe({ type: 'event', durationThreshold: 16 })`);
  await more.nth(14).click();
  await page.getByRole('dialog').getByRole('listitem').nth(19).waitFor();
  await page.getByRole('dialog').getByRole('link', { name: 'Open week' }).click();
  await page.getByRole('row', { name: /^14:00/ }).waitFor();
  // The week reads the posts that the month left out.
  await until(async () => (await page.locator('.calendar-entry').count()) >= 60);
  expect(await page.getByRole('button', { name: / more on / }).count()).toBe(0);
  await page.getByText('Month', { exact: true }).click();
  await page.getByText('500 posts', { exact: true }).waitFor();
  const slowest = await page.evaluate<number>('Math.max(0, ...window.slow)');
  process.stdout.write(`calendar of 500 posts: the slowest interaction took ${slowest} ms\n`);
});

it('a post that the keyboard moves to a full day stays in sight, and the day says how many it has', async () => {
  const user = await buildUser(app);
  const { connectionId } = await buildConnection(user);
  const parent = { ...user, connectionId };
  for (let place = 0; place < 110; place += 1) await buildAssignment(parent, { scheduledAt: dayOfNextMonth(16, 8) });
  const payload = { title: 'Late tide', privacy: 'private', tags: [], madeForKids: false };
  await buildAssignment(parent, { payload, scheduledAt: dayOfNextMonth(15, 20) });
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/calendar?day=${dayOfNextMonth(15, 9).toISOString().slice(0, 10)}`);
  await page.getByRole('link', { name: /Late tide/ }).focus();
  const isReadAnew = page.waitForResponse('**/api/v1/console/calendar?*');
  await page.keyboard.press('Shift+ArrowRight');
  const day = dayOfNextMonth(16, 9).toISOString().slice(0, 10);
  const cell = page.getByRole('cell').filter({ has: page.locator(`time[datetime="${day}"]`) });
  await cell.getByRole('link', { name: /Late tide/ }).waitFor();
  await isReadAnew;
  await page
    .getByText(/Post rescheduled to/)
    .first()
    .waitFor();
  expect(await page.locator(':focus').ariaSnapshot()).toContain('Late tide');
  expect(await cell.getByRole('listitem').count()).toBe(3);
  expect(await page.getByText('111 posts', { exact: true }).count()).toBe(1);

  await cell.getByRole('button', { name: /^\+108 more on / }).click();
  await page.getByRole('dialog').getByText('The first 100 of 111 posts').waitFor();
  expect(await page.getByRole('dialog').getByRole('listitem').count()).toBe(100);
});
