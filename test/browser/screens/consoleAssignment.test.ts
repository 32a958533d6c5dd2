import { publishWorkflowId } from '../../../domain/workflowContract';
import { Assignment } from '../../../models/assignments/Assignment';
import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { move, targets, walk } from '../../support/runs/assignments';
import { buildUser } from '../../support/callers/people';
import { until } from '../../support/until';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, faultsOf, holdChange, openConsole, service } from '../consoleReader';

const temporalUrl = 'https://temporal.example/workflow';
const temporalRunsUrl = 'https://temporal.example/workflows';
const app = useApp(
  { baseUrl: 'https://api.example', consoleUrl },
  {
    findRun: async (assignment) => ({
      workflowId: publishWorkflowId(assignment),
      runId: null,
      url: temporalUrl,
      runsUrl: temporalRunsUrl,
    }),
  },
);
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

const dayMs = 86_400_000;
const patienceMs = 30_000;
const payload = { title: 'Cliffs', description: 'At dusk', privacy: 'private', tags: [], madeForKids: false };

interface Wanted {
  platform: 'youtube' | 'facebook';
  type: 'video' | 'story';
  status: 'pending' | 'uploading' | 'published';
}

/** A user before the page of their own post. */
async function open({ platform = 'youtube', type = 'video', status = 'pending' }: Partial<Wanted> = {}) {
  const user = await buildUser(app);
  const parent = { ...user, ...(await buildConnection(user, { platform })), platform };
  const scheduledAt = status === 'pending' ? new Date(Date.now() + dayMs) : null;
  const { assignmentId: id } = await buildAssignment(parent, { payload, scheduledAt, type });
  await walk({ assignmentId: id }, status);
  const reader = await openConsole(chromium, user);
  stopping(reader.context);
  await reader.visit(`${consoleUrl}/assignments/${id}`);
  await reader.page.getByRole('heading', { name: 'Cliffs', level: 1 }).waitFor();
  const button = (name: string) => reader.page.getByRole('button', { name, exact: true });
  return { ...reader, id, user, button, dialog: reader.page.getByRole('dialog') };
}

const rowOf = async (id: string) => Assignment.findByPk(id, { rejectOnEmpty: true });

it('an edit sends what this person changed, and nothing that somebody else changed meanwhile', async () => {
  const { page, id, user, button, dialog } = await open();
  await button('Edit').click();
  await dialog.getByLabel('Title').fill('Cliffs at dusk');
  const body = { payload: { description: 'At dawn' } };
  expect(await user.call('PATCH', `/api/v1/console/assignments/${id}`, { body })).toMatchObject({ status: 200 });
  await until(async () => {
    // As when a user comes back to this tab: it reads data again that is some seconds old.
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    return page.getByText('At dawn').isVisible();
  }, patienceMs);
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Post updated.').waitFor();
  expect((await rowOf(id)).payload).toMatchObject({ title: 'Cliffs at dusk', description: 'At dawn' });
});

const inAMonth = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);

it.each([
  ['Edit', 'Save', 'Title', 'Cliffs at dusk', 'Post updated.'],
  ['Reschedule', 'Reschedule', /^Time in/, `${inAMonth}T10:30`, 'Post rescheduled.'],
] as const)(
  'the dialog of “%s” stays with what was entered while the post cannot be changed, and then it is saved',
  async (name, act, label, entered, done) => {
    const { page, id, button, dialog } = await open();
    // Its time is tomorrow, and its media is due a day before.
    await Assignment.update({ prepareAheadSeconds: dayMs / 1000 }, { where: { id } });
    await button(name).click();
    const [field, save] = [dialog.getByLabel(label), dialog.getByRole('button', { name: act })];
    await field.fill(entered);
    await move({ assignmentId: id }, targets.uploading);
    await dialog.getByText('You cannot save while the media is being sent to the platform.').waitFor();
    expect([await field.inputValue(), await save.isDisabled()]).toEqual([entered, true]);
    expect(await faultsOf(page)).toEqual([]);
    await move({ assignmentId: id }, targets.uploaded);
    await dialog.getByText('You cannot save').waitFor({ state: 'detached' });
    await save.click();
    await page.getByText(done).waitFor();
    const { payload: saved, scheduledAt } = await rowOf(id);
    expect([saved['title'], scheduledAt?.toISOString().slice(0, 16)]).toContain(entered);
  },
);

it('the dialog of a post that failed while it was open says what to do, and the button goes with the dialog', async () => {
  const { page, id, button, dialog } = await open();
  await button('Edit').click();
  await dialog.getByLabel('Title').fill('Cliffs at dusk');
  await move({ assignmentId: id }, targets.failed);
  await dialog.getByText('You cannot save because the post has failed.').waitFor();
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Cliffs at dusk');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await button('Edit').count()).toBe(0);
});

it('a dialog is of one post: the browser’s way back to another one leaves it behind', async () => {
  const { page, id, user, button, dialog } = await open();
  await buildAssignment({ ...user, connectionId: (await rowOf(id)).connectionId });
  await page.getByRole('link', { name: 'All posts' }).click();
  await page.getByRole('link', { name: 'Walking the coast path' }).click();
  await page.getByRole('heading', { name: 'Walking the coast path', level: 1 }).waitFor();
  await button('Edit').click();
  await dialog.getByLabel('Title').fill('Dunes');
  await page.evaluate('history.go(-2)');
  await page.getByRole('heading', { name: 'Cliffs', level: 1 }).waitFor();
  expect(await dialog.count()).toBe(0);
});

it('a form that cannot be loaded says so in its place, and is tried again', async () => {
  const { page, button, dialog } = await open();
  await page.route('**/assets/EditForm*', async (route) => route.abort('internetdisconnected'));
  await button('Edit').click();
  await dialog.getByText('This part of the page could not be loaded').waitFor();
  await page.unroute('**/assets/EditForm*');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByLabel('Title').waitFor();
  expect(await page.locator('h1').innerText()).toBe('Cliffs');
});

it('a time is typed with the keyboard, part by part, and its year as it is', async () => {
  const { page, id, button, dialog } = await open();
  await button('Reschedule').click();
  const field = dialog.getByLabel(/^Time in/);
  await field.focus();
  const day = new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10);
  const [year, ...monthAndDay] = day.split('-');
  for (const part of [...monthAndDay, year!]) await page.keyboard.type(part);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.type('1030AM');
  expect(await field.inputValue()).toBe(`${day}T10:30`);
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await page.getByText('Post rescheduled.').waitFor();
  expect((await rowOf(id)).scheduledAt?.toISOString()).toBe(`${day}T10:30:00.000Z`);
});

it('a post is cancelled once the question is answered, and kept otherwise', async () => {
  const { page, id, button, dialog } = await open();
  await button('Cancel post').click();
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect((await rowOf(id)).status).toBe('pending');
  await button('Cancel post').click();
  await dialog.getByRole('button', { name: 'Cancel post' }).click();
  await page.locator('.mantine-Badge-label').filter({ hasText: 'Cancelled' }).waitFor();
});

it('a cancel that comes too late is refused where it can be read, also once the post has moved on', async () => {
  const { page, id, button, dialog } = await open({ status: 'uploading' });
  const answer = await holdChange(page, `**/console/assignments/${id}`);
  await button('Cancel post').click();
  await dialog.getByRole('button', { name: 'Cancel post' }).click();
  for (const target of [targets.uploaded, targets.processing]) await move({ assignmentId: id }, target);
  await page.locator('.mantine-Badge-label').filter({ hasText: 'Processing' }).waitFor();
  await answer();
  await dialog.getByRole('alert').getByText('Request rejected').waitFor();
  await dialog.getByText('This post can no longer be cancelled: the platform is making it public.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Cancel post' }).isDisabled()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await button('Cancel post').count()).toBe(0);
});

it.each([
  ['Edit', 'Save', 'Cancel', 'Title', 'Cliffs at dusk'],
  ['Reschedule', 'Reschedule', 'Cancel', /^Time in/, `${inAMonth}T10:30`],
] as const)(
  'the dialog of “%s” cannot be left while it saves: a refusal is read beside what was entered',
  async (name, act, stay, label, entered) => {
    const { page, id, button, dialog } = await open();
    const answer = await holdChange(page, `**/console/assignments/${id}`);
    await button(name).click();
    await dialog.getByLabel(label).fill(entered);
    await dialog.getByRole('button', { name: act }).click();
    await dialog.locator('button[data-loading=true]').waitFor();
    expect(await dialog.getByRole('button', { name: stay }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await move({ assignmentId: id }, targets.cancelled);
    await answer();
    await dialog.getByRole('alert').getByText('Request rejected').waitFor();
    expect(await dialog.getByLabel(label).inputValue()).toBe(entered);
  },
);

it.each([
  ['youtube', 'video', 1],
  ['facebook', 'video', 1],
  ['facebook', 'story', 0],
] as const)(
  'a published post is offered for editing where its platform lets it be changed, %s %s',
  async (platform, type, count) => {
    const { page, asked, button } = await open({ platform, type, status: 'published' });
    await page.getByRole('link', { name: 'View post' }).waitFor();
    expect(await button('Edit').count()).toBe(count);
    expect(await faultsOf(page)).toEqual([]);
    // It has ended: no connection of the browser is kept for news of it.
    expect(asked.filter((url) => url.endsWith('/events')).length).toBeLessThanOrEqual(1);
  },
);

it('the act of a program is shown before anything else can be read: by the stream alone', async () => {
  const { page, id, user } = await open();
  await page.getByText('Live', { exact: true }).waitFor();
  await page.route(`**/console/assignments/${id}`, async () => undefined);
  expect(await user.call('DELETE', `/api/v1/console/assignments/${id}`)).toMatchObject({ status: 204 });
  await page.locator('.mantine-Badge-label').filter({ hasText: 'Cancelled' }).waitFor();
  await page.unroute(`**/console/assignments/${id}`);
});

it('what could not be read after the last news is read as soon as the service is back', async () => {
  const { page, id } = await open({ status: 'uploading' });
  const badge = (status: string) => page.locator('.mantine-Badge-label').filter({ hasText: new RegExp(`^${status}$`) });
  await badge('Live').waitFor();
  for (const next of ['uploaded', 'processing'] as const) await move({ assignmentId: id }, targets[next]);
  await badge('Processing').waitFor();
  let failures = 0;
  await page.route(`**/console/assignments/${id}`, async (route) => {
    failures += 1;
    await route.abort();
  });
  await move({ assignmentId: id }, targets.published);
  await badge('Published').waitFor();
  // All tries of the read that the last news has caused.
  await until(() => failures >= 3, patienceMs);
  expect(await page.getByRole('link', { name: 'View post' }).count()).toBe(0);
  await page.unroute(`**/console/assignments/${id}`);
  await page.getByRole('link', { name: 'View post' }).waitFor();
});

it('a program’s request for the same post is copied, and administrators are led to the workflows', async () => {
  const { context, page, user, button } = await open();
  const facts = page.locator('summary', { hasText: 'Technical facts' });
  expect(await button('Copy as curl').count()).toBe(0);
  await facts.press('Enter');
  await button('Copy as curl').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const workflow = page.getByRole('link', { name: 'Open in Temporal UI' });
  expect(await workflow.count()).toBe(0);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await button('Copy as curl').click();
  await button('Copy as curl').locator('svg.lucide-check').waitFor();
  const line = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(line).toContain("curl 'https://api.example/api/v1/assignments'");
  await app.database.query('UPDATE users SET is_platform_admin = true WHERE id = $1', [user.userId]);
  await page.reload();
  await workflow.waitFor();
  expect(await workflow.getAttribute('href')).toBe(temporalUrl);
  const all = page.getByRole('link', { name: 'List in Temporal UI' });
  expect(await all.getAttribute('href')).toBe(temporalRunsUrl);
});
