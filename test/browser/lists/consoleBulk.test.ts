import { Assignment } from '../../../models/assignments/Assignment';
import { moveOn } from '../../support/build/moveOn';
import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { walk } from '../../support/runs/assignments';
import { buildUser } from '../../support/callers/people';
import type { BuiltUser } from '../../support/callers/people';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, faultsOf, holdChange, openConsole, overhangOf, service, tabTo } from '../consoleReader';
import { setFilter } from './lists';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

/** Two failed posts and a waiting post, each with its title. */
async function buildPosts(): Promise<{ user: BuiltUser; ids: Record<'Cliffs' | 'Dunes' | 'Harbour', string> }> {
  const user = await buildUser(app);
  const { connectionId } = await buildConnection(user);
  const build = async (title: string) => {
    const payload = { title, privacy: 'private', tags: [], madeForKids: false };
    return (await buildAssignment({ ...user, connectionId }, { payload })).assignmentId;
  };
  const ids = { Cliffs: await build('Cliffs'), Dunes: await build('Dunes'), Harbour: await build('Harbour') };
  const error = { code: 'MEDIA_DOWNLOAD_FAILED', message: 'It answered 404.' } as const;
  for (const id of [ids.Cliffs, ids.Dunes]) await moveOn(id, { to: 'failed', error });
  return { user, ids };
}

const statusOf = async (id: string) => (await Assignment.findByPk(id, { rejectOnEmpty: true })).status;

it('all posts of a page are cancelled together, and the report gives the reason of each refusal', async () => {
  const { user, ids } = await buildPosts();
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/assignments`);
  await page.getByRole('checkbox', { name: 'Select all posts on this page' }).check();
  await page.getByText('3 posts selected').waitFor();
  await page.getByRole('button', { name: 'Cancel posts' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel posts' }).click();

  const report = page.getByRole('region', { name: '1 post cancelled, 2 refused' });
  await report.waitFor();
  const lines = await report.getByRole('listitem').allInnerTexts();
  expect(lines.sort()).toEqual([
    expect.stringMatching(/^Cliffs: Request rejected\. .*failed/),
    expect.stringMatching(/^Dunes: Request rejected\. .*failed/),
    'Harbour was cancelled',
  ]);
  expect(await statusOf(ids.Harbour)).toBe('cancelled');
  expect(await faultsOf(page)).toEqual([]);
  // The refused posts stay selected, for another act.
  await page.getByText('2 posts selected').waitFor();
  await page.getByRole('button', { name: 'Clear selection' }).click();
  await page.getByText('2 posts selected').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Close report' }).click();
  await report.waitFor({ state: 'detached' });
});

it('with the keyboard alone, two posts are selected and retried, and the third stays as it is', async () => {
  const { user, ids } = await buildPosts();
  const { context, page } = await openConsole(chromium, user, { viewport: { width: 390, height: 844 } });
  stopping(context);
  await page.goto(`${consoleUrl}/assignments`);
  await page.getByRole('checkbox', { name: 'Select Harbour' }).waitFor();
  for (const name of ['Select Dunes', 'Select Cliffs']) {
    await tabTo(page, name);
    await page.keyboard.press('Space');
  }
  expect(await overhangOf(page)).toBe(0);
  await tabTo(page, 'Retry for 20 credits', 'Shift+Tab');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: '2 posts retried' }).waitFor();
  expect(await Promise.all(Object.values(ids).map(statusOf))).toEqual(['pending', 'pending', 'pending']);
  const rows = await Assignment.findAll({ where: { workspaceId: user.workspaceId }, order: ['id'] });
  expect(rows.map(({ generation }) => generation)).toEqual([2, 2, 1]);
  expect(await faultsOf(page)).toEqual([]);
});

it('the report stays when its act has emptied the list', async () => {
  const { user, ids } = await buildPosts();
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/assignments?status=failed`);
  await page.getByRole('checkbox', { name: 'Select all posts on this page' }).check();
  await page.getByRole('button', { name: 'Retry for 20 credits' }).click();
  await page.getByText('No posts match these filters').waitFor();
  const report = page.getByRole('region', { name: '2 posts retried' });
  expect((await report.getByRole('listitem').allInnerTexts()).toSorted()).toEqual([
    'Cliffs is being retried',
    'Dunes is being retried',
  ]);
  expect(await page.getByRole('status').allTextContents()).toContain('2 posts retried');
  expect(await statusOf(ids.Dunes)).toBe('pending');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText('All 3 shown').waitFor();
  expect(await report.count()).toBe(0);
});

it('the report of an act that ends after another search has begun is not shown beside other posts', async () => {
  const { user, ids } = await buildPosts();
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/assignments`);
  await page.getByRole('checkbox', { name: 'Select Cliffs' }).check();
  let answer = (): void => undefined;
  const released = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/retry', async (route) => {
    await released;
    await route.continue();
  });
  const retried = page.waitForResponse('**/retry');
  await page.getByRole('button', { name: 'Retry for 10 credits' }).click();
  await setFilter(page, 'Status', 'failed');
  await page.getByText('All 2 shown').waitFor();
  answer();
  await retried;
  await page.getByText('All 1 shown').waitFor();
  expect(await page.getByRole('heading', { name: '1 post retried' }).count()).toBe(0);
  expect(await statusOf(ids.Cliffs)).toBe('pending');
});

it('a cancel that is refused once its row has left the list says so', async () => {
  const { user, ids } = await buildPosts();
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/assignments?status=pending`);
  const answer = await holdChange(page, `**/console/assignments/${ids.Harbour}`);
  await page.getByRole('button', { name: 'Cancel post: Harbour' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel post' }).click();
  await walk({ assignmentId: ids.Harbour }, 'processing');
  await page.getByText('No posts match these filters').waitFor();
  await answer();
  await page.getByRole('alert').getByText('Request rejected').waitFor();
  expect(await statusOf(ids.Harbour)).toBe('processing');
});

it('one post is found, retried and cancelled in its row, and the focus stays in the table', async () => {
  const { user, ids } = await buildPosts();
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/assignments`);
  await page.getByLabel('Search', { exact: true }).fill('cliff');
  await page.getByText('All 1 shown').waitFor();
  await page.getByRole('button', { name: 'Retry Cliffs' }).click();
  await page.getByText('“Cliffs” is being retried.').waitFor();
  // The button has gone with the state that it was for.
  await page.locator('[aria-label=Posts]:focus').waitFor();
  expect(await statusOf(ids.Cliffs)).toBe('pending');
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByText('All 3 shown').waitFor();

  await page.getByRole('button', { name: 'Cancel post: Harbour' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel post' }).click();
  await page
    .getByRole('row', { name: /Harbour/ })
    .getByText('Cancelled')
    .waitFor();
  await page.locator('main:focus, main :focus').waitFor();
  expect(await statusOf(ids.Harbour)).toBe('cancelled');
});
