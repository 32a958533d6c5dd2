import type { Page } from 'playwright-core';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildUser } from '../../support/callers/people';
import { until } from '../../support/until';
import { consoleUrl } from '../consoleReader';
import { openFilters, useLists } from './lists';

const { app, enter } = useLists();

/** A user in India with a post of 2 May there, which was 1 May in UTC. */
async function enterInIndia() {
  const user = await buildUser(app);
  await user.call('PATCH', '/api/v1/auth/profile', { body: { timezone: 'Asia/Kolkata' } });
  const { assignmentId } = await buildAssignment({ ...user, ...(await buildConnection(user)) });
  await app.database.query("UPDATE assignments SET created_at = '2026-05-01T18:45:00Z' WHERE id = $1", [assignmentId]);
  return enter({}, user);
}

/** The days that the address has had, in their order. */
function daysOf(page: Page): (string | null)[] {
  const days: (string | null)[] = [];
  page.on('framenavigated', (frame) => {
    const day = new URL(frame.url()).searchParams.get('dateFrom')?.replaceAll('"', '') ?? null;
    if (day !== days.at(-1)) days.push(day);
  });
  return days;
}

it('the posts of a day are those of the day of the reader', async () => {
  const page = await enterInIndia();
  await page.goto(`${consoleUrl}/assignments?dateFrom=2026-05-02`);
  await page.getByText('All 1 shown').waitFor();
  await page.goto(`${consoleUrl}/assignments?dateTo=2026-05-02`);
  await page.getByText('No posts match these filters').waitFor();
  const sheet = await openFilters(page);
  expect(await sheet.getByLabel('Created before').inputValue()).toBe('2026-05-02');
});

it('the transactions of a day, and their file, are those of the day of the reader', async () => {
  const page = await enterInIndia();
  const asked = async (path: string) =>
    page.waitForRequest((sent) => {
      const { pathname, searchParams } = new URL(sent.url());
      return pathname.endsWith(path) && searchParams.has('dateFrom');
    });
  const list = asked('/console/transactions');
  await page.goto(`${consoleUrl}/billing?dateFrom=2026-05-02&dateTo=2026-05-03`);
  const file = asked('/console/transactions/export');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  for (const sent of [await list, await file]) {
    const { searchParams } = new URL(sent.url());
    expect(['dateFrom', 'dateTo'].map((name) => searchParams.get(name))).toEqual([
      '2026-05-01T18:30:00.000Z',
      '2026-05-02T18:30:00.000Z',
    ]);
  }
});

it.each([
  ['/assignments', 'Created from', 'All 1 shown'],
  ['/billing', 'From', 'Transactions'],
])('on %s a day that is typed is a choice when it is whole, and another one is no step', async (path, label, shown) => {
  const page = await enterInIndia();
  await page.goto(`${consoleUrl}${path}`);
  await page.getByText(shown).first().waitFor();
  const days = daysOf(page);
  if (path === '/assignments') await openFilters(page);
  const field = page.getByLabel(label, { exact: true });
  for (const [keys, day] of [
    ['05022024', '2024-05-02'],
    ['06032025', '2025-06-03'],
  ] as const) {
    await field.focus();
    await page.keyboard.type(keys);
    await until(() => days.at(-1) === day, { wanted: `the day ${day} in the address` });
    await field.blur();
  }
  // A month or a day that is typed again makes another day of the same year.
  expect(days.filter((day) => day === null || !/^202[45]-/.test(day))).toEqual([]);
  expect(await field.inputValue()).toBe('2025-06-03');
  await page.goBack();
  await until(() => days.at(-1) === null, { wanted: 'no day in the address' });
  expect(await field.inputValue()).toBe('');
});

it('half of a day is no choice, and a day that is taken away is', async () => {
  const page = await enterInIndia();
  await page.goto(`${consoleUrl}/assignments?dateFrom=2024-05-02`);
  await page.getByText('All 1 shown').waitFor();
  const days = daysOf(page);
  const field = (await openFilters(page)).getByLabel('Created from', { exact: true });
  await field.focus();
  await page.keyboard.press('Backspace');
  await field.blur();
  expect(await field.inputValue()).toBe('2024-05-02');
  expect(days).toEqual([]);
  await field.focus();
  for (const key of ['Backspace', 'Tab', 'Backspace', 'Tab', 'Backspace']) await page.keyboard.press(key);
  await field.blur();
  await until(() => days.at(-1) === null && days.length === 1, { wanted: 'no day in the address' });
});
