import type { Page } from 'playwright-core';
import { Assignment } from '../../../models/assignments/Assignment';
import { moveOn } from '../../support/build/moveOn';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildReadPost } from '../../support/build/readPost';
import { buildUser } from '../../support/callers/people';
import type { BuiltUser } from '../../support/callers/people';
import { walk } from '../../support/runs/assignments';
import { consoleUrl, faultsOf, overhangOf, shiftedOf, tabTo } from '../consoleReader';
import { setFilter, useLists } from './lists';

const { app, enter } = useLists();
const phone = { width: 390, height: 844 };
const hourMs = 3_600_000;

/** A post in each state, each called by it, and by the action that it asks for. */
async function buildStates(): Promise<{ user: BuiltUser; ids: { waiting: string } }> {
  const user = await buildUser(app);
  const parent = { ...user, ...(await buildConnection(user, { name: 'Field Notes' })) };
  const build = async (title: string, at: number | null = null) => {
    const payload = { title, privacy: 'private', tags: [], madeForKids: false };
    const scheduledAt = at === null ? null : new Date(Date.now() + at * hourMs);
    return (await buildAssignment(parent, { payload, scheduledAt })).assignmentId;
  };
  const fail = async (title: string, code: 'MEDIA_DOWNLOAD_FAILED' | 'MEDIA_BLOCKED_ADDRESS' | 'TOKEN_EXPIRED') => {
    const id = await build(title);
    await moveOn(id, { to: 'failed', error: { code, message: 'It was refused.' } });
    return id;
  };
  const ids = {
    waiting: await build('Waiting', 30),
    queued: await build('Queued'),
    broken: await fail('Broken', 'MEDIA_DOWNLOAD_FAILED'),
    wrong: await fail('Wrong', 'MEDIA_BLOCKED_ADDRESS'),
    locked: await fail('Locked', 'TOKEN_EXPIRED'),
    moving: await build('Moving'),
    stopped: await build('Stopped'),
    live: await buildReadPost(app.database, parent, { postId: 'live' }),
  };
  await walk({ assignmentId: ids.moving }, 'processing');
  await moveOn(ids.stopped, { to: 'cancelled' });
  return { user, ids };
}

const actionsOf = async (page: Page) =>
  page.evaluate<
    Record<string, string>
  >(`Object.fromEntries([...document.querySelectorAll('.assignments tbody tr')].map((row) => [
    row.cells[1].querySelector('a').textContent,
    [...row.cells[5].querySelectorAll('a, button')].map((one) => one.textContent).join(),
  ]))`);

it('one row shows picture, title, channel, status, time, and the one action that the post asks for next', async () => {
  const { user, ids } = await buildStates();
  const page = await enter({}, user);
  await page.goto(`${consoleUrl}/assignments`);
  await page.getByText('All 8 shown').waitFor();
  expect(await actionsOf(page)).toEqual({
    Waiting: 'Reschedule',
    Queued: 'Cancel post',
    Broken: 'Retry',
    Wrong: 'Duplicate',
    // Its channel works by now.
    Locked: 'Retry',
    Moving: 'Follow',
    Stopped: 'Duplicate',
    'Walking the coast path': 'Open on YouTube',
  });
  const row = page.getByRole('row', { name: /Waiting/ });
  await row.locator('.post-picture').waitFor();
  await row.getByText('Field Notes').waitFor();
  await row.getByText('Pending').waitFor();
  await row.getByText(/^(in \d|tomorrow)/).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Reschedule Waiting' }).click();
  const dialog = page.getByRole('dialog', { name: 'Reschedule Waiting' });
  await dialog.getByRole('radio', { name: 'As soon as possible' }).check();
  await dialog.getByRole('button', { name: 'Reschedule', exact: true }).click();
  await page.getByText('“Waiting” is rescheduled.').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  expect((await Assignment.findByPk(ids.waiting, { rejectOnEmpty: true })).scheduledAt).toBeNull();
});

it('on a phone each row is a card of the same table, as wide as the window, which is selected by the keyboard', async () => {
  const { user } = await buildStates();
  const page = await enter({ viewport: phone }, user);
  await page.goto(`${consoleUrl}/assignments`);
  await page.getByText('All 8 shown').waitFor();
  const places = await page.evaluate<{ left: number; right: number; top: number }[]>(
    `[...document.querySelectorAll('.assignments tbody tr')].map((row) => row.getBoundingClientRect().toJSON())`,
  );
  expect(new Set(places.map(({ left, right }) => `${left} ${right}`)).size).toBe(1);
  expect(places.every(({ right }) => right <= phone.width)).toBe(true);
  expect(await overhangOf(page)).toBe(0);
  expect(await shiftedOf(page)).toEqual([]);
  // What the browser tells a screen reader, and not what the elements are called.
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const count = (role: string) => nodes.filter((node) => !node.ignored && node.role?.value === role).length;
  expect([count('table'), count('row'), count('columnheader')]).toEqual([1, 9, 6]);
  await tabTo(page, 'Select all posts on this page');
  await page.keyboard.press('Space');
  await page.getByText('8 posts selected').waitFor();
  await page.getByRole('button', { name: 'Retry for 30 credits' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

it('filters fold into one sheet, and stand above the list as chips that the keyboard removes', async () => {
  const { user } = await buildStates();
  const page = await enter({ viewport: phone }, user);
  await page.goto(`${consoleUrl}/assignments`);
  await page.getByText('All 8 shown').waitFor();
  expect(await page.getByRole('combobox').count()).toBe(1);
  await setFilter(page, 'Status', 'failed');
  await page.getByText('All 3 shown').waitFor();
  await setFilter(page, 'Channel', { label: 'Field Notes' });
  await page.getByRole('button', { name: 'Filters (2)' }).waitFor();
  const chips = page.getByRole('list', { name: 'Filters in use' });
  expect(await chips.getByRole('listitem').allInnerTexts()).toEqual(['Status: Failed', 'Channel: Field Notes']);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Filters (2)' }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.getByLabel('Status').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const place = await sheet.boundingBox();
  expect(Math.round(place!.y + place!.height)).toBe(phone.height);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filters (2)' }).and(page.locator(':focus')).waitFor();
  await tabTo(page, 'Remove filter Status: Failed');
  await page.keyboard.press('Enter');
  await page.getByText('All 8 shown').waitFor();
  await page.getByRole('button', { name: 'Filters (1)' }).and(page.locator(':focus')).waitFor();
  expect(Object.keys(Object.fromEntries(new URL(page.url()).searchParams))).toEqual(['connectionId']);
});

it('a sheet of filters that cannot be loaded says so, and is tried again', async () => {
  const page = await enter();
  await page.goto(`${consoleUrl}/assignments`);
  await page.getByText(/^All \d shown/).waitFor();
  await page.route('**/assets/FilterSheet*', async (route) => route.abort('internetdisconnected'));
  await page.getByRole('button', { name: 'Filters' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('This part of the page could not be loaded').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.unroute('**/assets/FilterSheet*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('dialog', { name: 'Filters' }).waitFor();
});
