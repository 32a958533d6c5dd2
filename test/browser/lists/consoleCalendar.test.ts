import type { Page } from 'playwright-core';
import { Assignment } from '../../../models/assignments/Assignment';
import { moveOn } from '../../support/build/moveOn';
import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildUser } from '../../support/callers/people';
import type { BuiltUser } from '../../support/callers/people';
import { until } from '../../support/until';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { clippedOf, consoleUrl, faultsOf, openConsole, overhangOf, service, tabTo } from '../consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

/** The middle of the next month: whatever the day is, it is in the future. */
const now = new Date();
const dayOfNextMonth = (day: number, hour = 9): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day, hour, 30));
const textOf = (at: Date): string => at.toISOString().slice(0, 10);

interface Planner extends BuiltUser {
  connectionId: string;
}

async function buildPlanner(): Promise<Planner> {
  const user = await buildUser(app);
  const { connectionId } = await buildConnection(user, { name: 'Field Notes' });
  return { ...user, connectionId };
}

async function plan(planner: Planner, title: string, scheduledAt: Date): Promise<string> {
  const payload = { title, privacy: 'private', tags: [], madeForKids: false };
  return (await buildAssignment(planner, { payload, scheduledAt })).assignmentId;
}

const timeOf = async (id: string) => (await Assignment.findByPk(id, { rejectOnEmpty: true })).scheduledAt;
const reaches = async (id: string, at: Date) => until(async () => (await timeOf(id))?.getTime() === at.getTime());

async function open(planner: Planner, search: string, options = {}): Promise<Page> {
  const { context, page } = await openConsole(chromium, planner, options);
  stopping(context);
  await page.goto(`${consoleUrl}/calendar${search}`);
  await page.getByRole('heading', { name: 'Calendar', level: 1 }).waitFor();
  return page;
}

/** A page, as far as its colours are looked at. */
type Styled = typeof globalThis & { getComputedStyle: (one: unknown) => Record<string, string> };

it('a post is dragged to another day, and keeps its time; in a week, to another hour', async () => {
  const planner = await buildPlanner();
  const id = await plan(planner, 'Cliffs', dayOfNextMonth(15));
  const page = await open(planner, `?day=${textOf(dayOfNextMonth(15))}`, { colorScheme: 'dark' });
  await page.getByRole('listitem').filter({ hasText: 'Cliffs' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const cell = page.getByRole('cell').filter({ has: page.locator(`time[datetime="${textOf(dayOfNextMonth(18))}"]`) });
  // While the post is over a day, that day says the time that the post would get.
  await page.getByRole('link', { name: /Cliffs/ }).hover();
  await page.mouse.down();
  await cell.hover();
  await cell.hover({ position: { x: 20, y: 90 } });
  await cell.getByText(/09:30$/).waitFor();
  await page.mouse.up();
  await cell.getByRole('link', { name: /Cliffs/ }).waitFor();
  await reaches(id, dayOfNextMonth(18));

  await page.goto(`${consoleUrl}/calendar?view=week&day=${textOf(dayOfNextMonth(18))}`);
  const row = page.getByRole('row', { name: /^14:00/ });
  const column = (dayOfNextMonth(18).getUTCDay() + 6) % 7;
  await page.getByRole('link', { name: /Cliffs/ }).dragTo(row.getByRole('cell').nth(column));
  await row.getByRole('link', { name: /14:30 Cliffs/ }).waitFor();
  await reaches(id, dayOfNextMonth(18, 14));
  expect(await faultsOf(page)).toEqual([]);
});

it('with the keyboard alone a post is moved, the focus stays on it, and nothing moves to the past', async () => {
  const planner = await buildPlanner();
  const id = await plan(planner, 'Dunes', dayOfNextMonth(15));
  const soon = new Date(Date.now() + 7_200_000);
  const today = await plan(planner, 'Harbour', soon);
  const page = await open(planner, `?day=${textOf(dayOfNextMonth(15))}`);
  await page.getByRole('link', { name: /Dunes/ }).waitFor();
  await tabTo(page, '09:30 Dunes, Field Notes, Pending');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await reaches(id, dayOfNextMonth(23));
  const focused = await page.locator(':focus').ariaSnapshot();
  expect(focused).toContain('09:30 Dunes');
  await page
    .getByText(/Post rescheduled to/)
    .first()
    .waitFor();

  await page.goto(`${consoleUrl}/calendar?day=${textOf(soon)}`);
  await page.getByRole('link', { name: /Harbour/ }).focus();
  await page.keyboard.press('Shift+ArrowUp');
  await page.getByText('This time has passed. The post was not rescheduled.').waitFor();
  expect(await timeOf(today)).toEqual(soon);
});

it('a post that has ended is not moved, and a refusal puts it back', async () => {
  const planner = await buildPlanner();
  const id = await plan(planner, 'Seals', dayOfNextMonth(15));
  const page = await open(planner, `?day=${textOf(dayOfNextMonth(15))}`);
  await page.getByRole('link', { name: /Seals/ }).focus();
  const error = { code: 'MEDIA_DOWNLOAD_FAILED', message: 'It answered 404.' } as const;
  await moveOn(id, { to: 'failed', error });
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByText('Request rejected').waitFor();
  const cell = page.getByRole('cell').filter({ has: page.locator(`time[datetime="${textOf(dayOfNextMonth(15))}"]`) });
  await cell.getByRole('link', { name: /Seals.*Failed/ }).waitFor();
  expect(await page.getByRole('link', { name: /Seals/ }).getAttribute('draggable')).toBe('false');
  expect(await timeOf(id)).toEqual(dayOfNextMonth(15));
});

it('a post that is cancelled on its page is so in the calendar, too, as soon as somebody comes back', async () => {
  const planner = await buildPlanner();
  await plan(planner, 'Gulls', dayOfNextMonth(15));
  const page = await open(planner, `?day=${textOf(dayOfNextMonth(15))}`);
  // A page that was read at this moment never becomes too old to be shown.
  await page.clock.setFixedTime(new Date());
  await page.reload();
  await page.getByRole('link', { name: /Gulls.*Pending/ }).click();
  await page.getByRole('button', { name: 'Cancel post' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel post' }).click();
  await page.locator('.mantine-Badge-label').filter({ hasText: 'Cancelled' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: /Gulls.*Cancelled/ }).waitFor();
  expect(await page.getByRole('link', { name: /Gulls/ }).count()).toBe(1);
});

it.each([390, 1440])(
  'a post that was cancelled or has failed is never shown as one that goes live, at %s pixels',
  async (width) => {
    const planner = await buildPlanner();
    await plan(planner, 'Cliffs', dayOfNextMonth(15));
    const [cancelled, failed] = [
      await plan(planner, 'Gulls', dayOfNextMonth(15)),
      await plan(planner, 'Seals', dayOfNextMonth(15)),
    ];
    await moveOn(cancelled, { to: 'cancelled' });
    const error = { code: 'MEDIA_DOWNLOAD_FAILED', message: 'It answered 404.' } as const;
    await moveOn(failed, { to: 'failed', error });
    const page = await open(planner, `?day=${textOf(dayOfNextMonth(15))}`, { viewport: { width, height: 844 } });
    const entry = (title: string) => page.getByRole('listitem').filter({ hasText: title });
    await page.getByRole('link', { name: '09:30 Gulls, Field Notes, Cancelled', exact: true }).waitFor();
    await page.getByRole('link', { name: '09:30 Seals, Field Notes, Failed', exact: true }).waitFor();
    const marks = async (title: string) => [
      await entry(title).locator('s').count(),
      await entry(title).locator('.calendar-state svg').count(),
    ];
    expect([await marks('Gulls'), await marks('Seals'), await marks('Cliffs')]).toEqual([
      [1, 1],
      [0, 1],
      [0, 0],
    ]);
    expect([await faultsOf(page), await clippedOf(page), await overhangOf(page)]).toEqual([[], [], 0]);

    for (const [id, name] of [
      [cancelled, 'Gulls'],
      [failed, 'Seals'],
    ] as const) {
      await page.goto(`${consoleUrl}/assignments/${id}`);
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await page.getByRole('row', { name: /^Was scheduled for in / }).waitFor();
    }
    await page.goto(`${consoleUrl}/assignments`);
    const row = (title: string) => page.getByRole('row').filter({ hasText: title });
    for (const title of ['Gulls', 'Seals']) await row(title).getByText('Was scheduled for', { exact: true }).waitFor();
    await row('Cliffs').getByText('Scheduled', { exact: true }).waitFor();
    expect(await clippedOf(page)).toEqual([]);
  },
);

it('a post has its picture and the colour of its channel, which the legend names; a full day opens as a whole', async () => {
  const planner = await buildPlanner();
  const other = { ...planner, ...(await buildConnection(planner, { name: 'Harbour Diaries' })) };
  for (let hour = 8; hour < 13; hour += 1) await plan(planner, `Post ${hour}`, dayOfNextMonth(15, hour));
  await plan(other, 'Of another channel', dayOfNextMonth(17));
  const page = await open(planner, `?day=${textOf(dayOfNextMonth(15))}`);
  const legend = page.getByRole('list', { name: 'Channels' });
  await legend.getByText('Harbour Diaries').waitFor();
  const swatches = legend.locator('.calendar-swatch');
  const colorsOf = async (of: typeof swatches, name: string) =>
    of.evaluateAll((found, css) => found.map((one) => (globalThis as Styled).getComputedStyle(one)[css] ?? ''), name);
  const [field, harbour] = await colorsOf(swatches, 'backgroundColor');
  expect(field).not.toBe(harbour);
  const entries = page.locator('.calendar-entry');
  expect(await colorsOf(entries, 'borderLeftColor')).toEqual([field, field, field, harbour]);
  expect(await entries.locator('.post-picture').count()).toBe(4);

  await page.getByRole('button', { name: /^\+2 more on / }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('link', { name: '12:30 Post 12, Field Notes, Pending' }).waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(5);
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await page
    .locator(':focus')
    .filter({ hasText: /^\+2 more$/ })
    .waitFor();
});

it.each([390, 1440])(
  'a day to come without posts offers a new one, which begins on that day, at %s pixels',
  async (width) => {
    const planner = await buildPlanner();
    const page = await open(planner, `?day=${textOf(dayOfNextMonth(15))}`, { viewport: { width, height: 900 } });
    await page.getByText('No posts scheduled in this period').waitFor();
    expect([await faultsOf(page), await overhangOf(page)]).toEqual([[], 0]);
    const day = dayOfNextMonth(15).toLocaleDateString('en', { weekday: 'long', day: 'numeric', month: 'long' });
    await page.getByRole('link', { name: `New post on ${day}` }).press('Enter');
    const field = page.getByLabel(/^Time in/);
    await field.waitFor();
    expect(await field.inputValue()).toBe(`${textOf(dayOfNextMonth(15))}T09:00`);
  },
);

it('says that it loads, that it is empty, and that the service does not answer', async () => {
  const planner = await buildPlanner();
  await plan(planner, 'Cliffs', dayOfNextMonth(15));
  const { context, page } = await openConsole(chromium, planner, { viewport: { width: 390, height: 844 } });
  stopping(context);
  let answer = (): void => undefined;
  const released = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/v1/console/calendar?*', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(`${consoleUrl}/calendar?day=${textOf(dayOfNextMonth(15))}`);
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  answer();
  await page.getByRole('link', { name: /Cliffs/ }).waitFor();
  await page.unroute('**/api/v1/console/calendar?*');
  expect(await overhangOf(page)).toBe(0);

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByText('The service is not responding').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No posts scheduled in this period').waitFor();
  expect(await faultsOf(page)).toEqual([]);
});
