import { Assignment } from '../../models/assignments/Assignment';
import { useApp } from '../support/callers/app';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { buildUser } from '../support/callers/people';
import { use, useStopping } from '../support/use';
import { launchChromium } from './chromium';
import { consoleUrl, openConsole, service } from './consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const user = use(async () => buildUser(app));
const stopping = useStopping();

it('logging out in one tab logs out in all of them, also in one that was elsewhere, and in nobody else’s', async () => {
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  const colleague = await buildUser(app, { name: 'Grace' });
  const [other, elsewhere, foreign] = [await context.newPage(), await context.newPage(), await context.newPage()];
  for (const tab of [page, other, elsewhere, foreign]) {
    await tab.goto(`${consoleUrl}/profile`);
    await tab.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  }
  const { token, email } = colleague;
  await foreign.evaluate(`sessionStorage.setItem('session', ${JSON.stringify(JSON.stringify({ token, email }))})`);
  await foreign.reload();
  await foreign.getByRole('button', { name: 'Grace: account' }).waitFor();
  await page.evaluate(`sessionStorage.setItem('own:${user.userId}:${user.organizationId}:composition', '{}')`);
  await elsewhere.goto('about:blank');
  await page.getByRole('button', { name: /: account$/ }).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  for (const tab of [page, other]) {
    await tab.getByRole('heading', { name: 'Log in', level: 1 }).waitFor();
    expect(await tab.evaluate<string[]>('Object.keys(sessionStorage)')).toEqual([]);
    expect(await tab.locator('body').innerText()).not.toContain(user.email);
  }
  expect(await page.evaluate<string[]>('Object.keys(localStorage)')).not.toContain('session');
  await other.goto(`${consoleUrl}/profile`);
  await elsewhere.goBack();
  for (const tab of [other, elsewhere]) await tab.getByRole('heading', { name: 'Log in', level: 1 }).waitFor();
  await foreign.getByRole('link', { name: 'Assistants' }).click();
  await foreign.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor();
});

it('a user who was removed from the chosen organization goes on in their own', async () => {
  const { organizationId } = await buildUser(app, { name: 'Grace' });
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/profile`);
  await page.evaluate(`sessionStorage.setItem('organization', '${organizationId}')`);
  await page.goto(consoleUrl);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  expect(await page.evaluate<string>("sessionStorage.getItem('organization')")).toBe(user.organizationId);
});

it('a page that the browser kept is loaded anew if its user has gone to another organization since', async () => {
  const { body } = await user.call('POST', '/api/v1/auth/organizations', { body: { name: 'Field Notes Vienna' } });
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/organization`);
  await page.getByRole('heading', { name: "Ada's organization", level: 1 }).waitFor();
  await page.evaluate("window.kept = 'of the first organization'");
  // This browser keeps no page: as in a browser that keeps pages, all is as it was left.
  const comeBack = async () =>
    page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  await comeBack();
  await page.getByRole('link', { name: 'Assistants' }).click();
  await page.getByRole('heading', { name: 'Assistants', level: 1 }).waitFor();
  expect(await page.evaluate<string>('window.kept')).toBe('of the first organization');
  await page.evaluate(`sessionStorage.setItem('organization', '${body.id}')`);
  await Promise.all([page.waitForEvent('load'), comeBack()]);
  await page.getByRole('button', { name: 'Field Notes Vienna: switch organization' }).waitFor();
});

it('a session that has ended asks for the password, and keeps what was typed', async () => {
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/organization`);
  const name = page.getByRole('region', { name: 'New organization' }).getByLabel('Name');
  await name.fill('Field Notes Berlin');
  // From now on the API receives a token that it does not know.
  await page.route('**/api/v1/auth/organizations', async (route) => {
    await route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer over' } });
  });
  await page.getByRole('button', { name: 'Create organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  await page.unroute('**/api/v1/auth/organizations');
  await dialog.getByRole('textbox', { name: 'Password' }).fill(user.password);
  await dialog.getByRole('button', { name: 'Log in' }).click();
  await dialog.waitFor({ state: 'hidden' });
  expect(await name.inputValue()).toBe('Field Notes Berlin');
  await page.getByRole('button', { name: 'Create organization' }).click();
  await page.getByRole('heading', { name: 'Field Notes Berlin', level: 1 }).waitFor();
});

it('the log-in of a session that has ended lies above an open dialog, which hears no key and no click, and keeps its text', async () => {
  const owner = await buildUser(app);
  const { assignmentId: id } = await buildAssignment({ ...owner, ...(await buildConnection(owner)) });
  const { context, page } = await openConsole(chromium, owner);
  stopping(context);
  // Dialogs of a screen that was reached by a link come later in the document than this one.
  await page.goto(`${consoleUrl}/assignments`);
  await page.getByRole('link', { name: 'Walking the coast path' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit post' });
  const title = edit.getByLabel('Title');
  await title.fill('Low tide at noon');
  await page.route(`**/console/assignments/${id}`, async (route) => {
    await route.continue({ headers: { ...route.request().headers(), authorization: 'Bearer over' } });
  });
  await edit.getByRole('button', { name: 'Save' }).click();
  const login = page.getByRole('dialog', { name: 'Your session has ended' });
  const password = login.getByRole('textbox', { name: 'Password' });
  await login.waitFor();
  await page.keyboard.press('Escape');
  await password.click();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(2);

  await page.unroute(`**/console/assignments/${id}`);
  await password.fill(owner.password);
  await login.getByRole('button', { name: 'Log in' }).click();
  await login.waitFor({ state: 'hidden' });
  expect(await title.inputValue()).toBe('Low tide at noon');
  await edit.and(page.locator(':focus-within')).waitFor();
  await edit.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Post updated.').waitFor();
  const { payload } = await Assignment.findByPk(id, { rejectOnEmpty: true });
  expect(payload).toMatchObject({ title: 'Low tide at noon' });
});

it('the password is changed by who knows the present one, and the colours are those that were chosen', async () => {
  const owner = await buildUser(app);
  const { context, page } = await openConsole(chromium, owner, { colorScheme: 'light' });
  stopping(context);
  await page.goto(`${consoleUrl}/profile`);
  const [current, next] = [page.getByLabel('Current password'), page.getByLabel('New password')];
  const change = page.getByRole('button', { name: 'Change password' });
  await current.fill('not the present one');
  await next.fill('another horse battery');
  await change.click();
  await page.getByRole('alert').waitFor();
  await current.fill(owner.password);
  await change.click();
  await page.getByText('Password changed.').waitFor();
  const { email } = owner;
  const logIn = async (password: string) => owner.call('POST', '/api/v1/auth/login', { body: { email, password } });
  expect(await logIn('another horse battery')).toMatchObject({ status: 200 });
  expect(await logIn(owner.password)).toMatchObject({ status: 400 });

  await page.getByRole('button', { name: /: account$/ }).click();
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await page.reload();
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
});

it.each([
  ['/login', false, { Password: 'current-password' }],
  ['/register', false, { Password: 'new-password' }],
  ['/profile', true, { 'Current password': 'current-password', 'New password': 'new-password' }],
] as const)(
  'the fields of passwords at %s are masked, take what is pasted, and tell a password manager what they are',
  async (path, isLoggedIn, fields) => {
    const { context, page } = await openConsole(chromium, isLoggedIn ? user : undefined);
    stopping(context);
    await page.goto(consoleUrl + path);
    const inputs = page.locator('form input:not([readonly]):not([type=password])');
    for (const [label, purpose] of Object.entries(fields)) {
      const field = page.getByRole('textbox', { name: label });
      await field.waitFor();
      expect([await field.getAttribute('type'), await field.getAttribute('autocomplete')]).toEqual([
        'password',
        purpose,
      ]);
      const other = inputs.first();
      await other.fill('pasted horse');
      await other.press('Control+a');
      await other.press('Control+c');
      await field.press('Control+v');
      expect(await field.inputValue()).toBe('pasted horse');
    }
    expect(await page.locator('input[type=password]').count()).toBe(Object.keys(fields).length);
  },
);
