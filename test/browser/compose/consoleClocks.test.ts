import type { Locator, Page } from 'playwright-core';
import { Assignment } from '../../../models/assignments/Assignment';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildUser } from '../../support/callers/people';
import { clockOf, nextChange } from '../../support/clocks';
import { until } from '../../support/until';
import { consoleUrl, faultsOf, overhangOf } from '../consoleReader';
import { choose, useComposing } from './composing';

const { app, open } = useComposing();

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

/** The next change in either direction, in Berlin or in Auckland: a post is planned a year ahead at most. */
function changeOf(sign: -1 | 1): { zone: string; atMs: number } {
  const soonMs = Math.ceil(Date.now() / dayMs) * dayMs + 3 * dayMs;
  const changes = ['Europe/Berlin', 'Pacific/Auckland'].flatMap((zone) => {
    const change = nextChange(zone, soonMs);
    return change && Math.sign(change.byMs) === sign ? [{ zone, atMs: change.atMs }] : [];
  });
  return changes.toSorted((one, other) => one.atMs - other.atMs)[0]!;
}

/** The hour that comes twice. */
const back = changeOf(-1);
const [first, second] = [new Date(back.atMs - hourMs / 2), new Date(back.atMs + hourMs / 2)];
const twice = clockOf(back.zone)(first.getTime());
/** The hour that is left out. */
const forward = changeOf(1);
const later = clockOf(forward.zone)(forward.atMs + hourMs / 2);

async function buildPlanner(zone: string) {
  const user = await buildUser(app);
  await user.call('PATCH', '/api/v1/auth/profile', { body: { timezone: zone } });
  const { connectionId } = await buildConnection(user, { name: 'Field Notes Page', platform: 'facebook' });
  return { ...user, connectionId };
}

async function write(page: Page): Promise<Locator> {
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await choose(page, 'Text');
  await page.getByLabel('Message').fill('Low tide at one');
  await page.getByLabel('At a specific time').check();
  return page.getByLabel(/^Time in/);
}

const offsets = (within: Page | Locator) =>
  within.getByRole('radiogroup', { name: `Clocks show ${twice.slice(11)} twice on that day` });
const offset = (within: Page | Locator, place: 0 | 1) => offsets(within).getByRole('radio').nth(place);
const timesOf = async (workspaceId: string) =>
  (await Assignment.findAll({ where: { workspaceId } })).map(({ scheduledAt }) => scheduledAt?.toISOString());

it('of a time that comes twice either is chosen, and it stays when its minutes are changed', async () => {
  const user = await buildPlanner(back.zone);
  const { page, button } = await open(user);
  const time = await write(page);
  expect(await offsets(page).count()).toBe(0);
  await time.fill(twice);
  await offsets(page).waitFor();
  const hours = (at: Date) => (Date.parse(`${twice}Z`) - at.getTime()) / hourMs;
  expect(await offsets(page).locator('label', { hasText: 'GMT' }).allTextContents()).toEqual(
    [first, second].map((at) => `${twice.slice(11)} GMT+${hours(at)}`),
  );
  expect(await offset(page, 0).isChecked()).toBe(true);
  await page.getByText(first.toISOString().slice(11, 16)).waitFor();
  await offset(page, 1).check();
  await page.getByText(second.toISOString().slice(11, 16)).waitFor();
  await page.locator('button:enabled', { hasText: 'Schedule' }).waitFor();
  expect([await faultsOf(page), await overhangOf(page)]).toEqual([[], 0]);
  // The draft keeps the choice.
  await page.reload();
  await offsets(page).waitFor();
  expect([await time.inputValue(), await offset(page, 1).isChecked()]).toEqual([twice, true]);
  await button('Schedule').click();
  await page.getByRole('heading', { name: 'Low tide at one', level: 1 }).waitFor();
  expect(await timesOf(user.workspaceId)).toEqual([second.toISOString()]);

  const dialog = page.getByRole('dialog', { name: 'Reschedule' });
  const save = async () => {
    const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
    await dialog.getByRole('button', { name: 'Reschedule' }).click();
    expect((await answered).request().postDataJSON()).toEqual({ scheduledAt: expect.any(String) });
    await dialog.waitFor({ state: 'hidden' });
  };
  await button('Reschedule').click();
  await offsets(dialog).waitFor();
  expect(await offset(dialog, 1).isChecked()).toBe(true);
  await save();
  expect(await timesOf(user.workspaceId)).toEqual([second.toISOString()]);

  await button('Reschedule').click();
  // A user types: an hour that comes once is between.
  await dialog.getByLabel(/^Time in/).fill(`${twice.slice(0, 11)}11${twice.slice(13)}`);
  await offsets(dialog).waitFor({ state: 'hidden' });
  await dialog.getByLabel(/^Time in/).fill(`${twice.slice(0, 14)}45`);
  await save();
  expect(await timesOf(user.workspaceId)).toEqual([new Date(second.getTime() + 15 * minuteMs).toISOString()]);
});

it('a time that the clocks leave out is a later one, and the form says so', async () => {
  const user = await buildPlanner(forward.zone);
  const { page, button } = await open(user);
  const time = await write(page);
  const gap = `${later.slice(0, 11)}02:30`;
  await time.fill(gap);
  const words = `Clocks skip ${gap.slice(11)} on that day. The post goes live at ${later.slice(11)}.`;
  await page.getByText(words).waitFor();
  await time.blur();
  await page.getByText(words).waitFor();
  // While the draft is judged the button is disabled, and so has less contrast.
  await page.locator('button:enabled', { hasText: 'Schedule' }).waitFor();
  expect([await time.inputValue(), await faultsOf(page)]).toEqual([later, []]);
  await button('Schedule').click();
  await page.getByRole('heading', { name: 'Low tide at one', level: 1 }).waitFor();
  expect(await timesOf(user.workspaceId)).toEqual([new Date(forward.atMs + hourMs / 2).toISOString()]);
});

it('a post that is dragged keeps its time of day, which is the first of two', async () => {
  const planner = await buildPlanner(back.zone);
  const scheduledAt = new Date(first.getTime() - dayMs);
  const payload = { message: 'Low tide' };
  const { assignmentId } = await buildAssignment(planner, { type: 'text', payload, scheduledAt });
  const { page } = await open(planner);
  await page.goto(`${consoleUrl}/calendar?day=${twice.slice(0, 10)}`);
  const cell = page.getByRole('cell').filter({ has: page.locator(`time[datetime="${twice.slice(0, 10)}"]`) });
  await page.getByRole('link', { name: /Low tide/ }).dragTo(cell);
  await cell.getByRole('link', { name: `${twice.slice(11)} Low tide` }).waitFor();
  const timeOf = async () =>
    (await Assignment.findByPk(assignmentId, { rejectOnEmpty: true })).scheduledAt?.toISOString();
  await until(async () => (await timeOf()) === first.toISOString());
});
