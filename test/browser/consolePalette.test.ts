import { useApp } from '../support/callers/app';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { buildUser } from '../support/callers/people';
import { use, useStopping } from '../support/use';
import { launchChromium } from './chromium';
import { consoleUrl, faultsOf, openConsole, service } from './consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

async function openPage() {
  const user = await buildUser(app);
  const { connectionId } = await buildConnection(user);
  const { assignmentId } = await buildAssignment({ ...user, connectionId });
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/profile`);
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  return { user, assignmentId, page, palette: page.getByRole('dialog', { name: 'Search or jump to a page' }) };
}

it('the keyboard alone goes to a screen, and Escape gives the focus back', async () => {
  const { page, palette } = await openPage();
  const name = page.getByLabel('Name');
  await name.focus();
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await palette.waitFor({ state: 'hidden' });
  await name.and(page.locator(':focus')).waitFor();

  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await page.keyboard.type('analyt');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Analytics', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await page.keyboard.type('compose');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Compose', level: 1 }).waitFor();
});

it('an assignment is found by a part of its title and by its id', async () => {
  const { page, palette, assignmentId } = await openPage();
  for (const typed of ['coast pa', assignmentId]) {
    await page.keyboard.press('Control+k');
    await palette.waitFor();
    await page.keyboard.type(typed);
    await palette.getByRole('button', { name: /Walking the coast path/ }).waitFor();
    expect(await palette.getByRole('button').count()).toBe(1);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Walking the coast path', level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/assignments/${assignmentId}`);
    await page.goto(`${consoleUrl}/profile`);
    await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  }
});

it('a search without a result says so, and another organization is a step away', async () => {
  const { page, palette, user } = await openPage();
  await user.call('POST', '/api/v1/auth/organizations', { body: { name: 'Harbour News' } });
  await page.reload();
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await palette.waitFor();
  await page.keyboard.type('nothing of this kind');
  await palette.getByText('No results').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('harbour');
  await palette.getByRole('button', { name: 'Switch to Harbour News' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.getByRole('main').getByText('Harbour News').first().waitFor();
  expect(await page.getByRole('main').innerText()).toContain('Harbour News');
});
