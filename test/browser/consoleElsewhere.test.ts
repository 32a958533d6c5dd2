import type { Page } from 'playwright-core';
import { useApp } from '../support/callers/app';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { buildUser } from '../support/callers/people';
import { until } from '../support/until';
import { use, useStopping } from '../support/use';
import { openFilters } from './lists/lists';
import { launchChromium } from './chromium';
import { consoleUrl, faultsOf, holdChange, openConsole, service } from './consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();
const patienceMs = 30_000;

/** A user before a screen, with one channel that was removed. */
async function open(path = '') {
  const user = await buildUser(app);
  const { connectionId } = await buildConnection(user);
  await buildAssignment({ ...user, connectionId });
  await user.call('DELETE', `/api/v1/console/connections/${connectionId}`);
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  if (path !== '') await page.goto(`${consoleUrl}${path}`);
  return { user, connectionId, page };
}

const shownIn = async (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).locator('option:checked').innerText();

it.each([
  ['/assignments', 'Channel', 'Any'],
  ['/analytics', 'Publishing stats for', 'All channels'],
])('a filter of %s by a channel that was removed is seen, and can be taken away', async (path, label, all) => {
  const { connectionId, page } = await open();
  await page.goto(`${consoleUrl}${path}?connectionId=${connectionId}`);
  if (path === '/assignments') await openFilters(page);
  const option = page.getByRole('option', { name: 'Removed channel' });
  await option.waitFor({ state: 'attached' });
  expect(await shownIn(page, label)).toBe('Removed channel');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel(label, { exact: true }).selectOption(all);
  await page.waitForURL(({ searchParams }) => !searchParams.has('connectionId'));
  await option.waitFor({ state: 'detached' });
  expect(await shownIn(page, label)).toBe(all);
});

it('a saved profile has what was changed here, and keeps what was changed elsewhere meanwhile', async () => {
  const { user, page } = await open('/profile');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Grace');
  await user.call('PATCH', '/api/v1/auth/profile', { body: { timezone: 'Asia/Kolkata' } });
  const answer = await holdChange(page, '**/auth/profile');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await name.fill('Grace H.');
  await answer();
  await page.getByText('Profile saved.').waitFor();
  const { body } = await user.call('GET', '/api/v1/auth/me');
  expect(body).toMatchObject({ name: 'Grace', timezone: 'Asia/Kolkata' });
  expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('Asia/Kolkata');
  expect(await name.inputValue()).toBe('Grace H.');
});

it('the limit of a member is the one that another admin has set, until somebody types another one', async () => {
  const { user, page } = await open('/billing');
  const path = `/api/v1/console/billing/member-limits/${user.userId}`;
  const field = page.getByLabel('Limit for Ada', { exact: true });
  await field.waitFor();
  const seeAfter = async (monthlyLimit: number, shown: string) => {
    expect(await user.call('PATCH', path, { body: { monthlyLimit } })).toMatchObject({ status: 200 });
    let isRead = false;
    void page
      .waitForResponse(
        async (response) =>
          response.url().endsWith('/member-limits') &&
          (await response.text()).includes(`"monthlyLimit":${monthlyLimit}`),
      )
      .then(() => (isRead = true));
    await until(async () => {
      // As when a user comes back to this tab: it reads data again that is some seconds old.
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
      return isRead;
    }, patienceMs);
    await until(async () => (await field.inputValue()) === shown, { wanted: `${shown} in the field` });
  };
  await seeAfter(120, '120');
  await field.fill('90');
  await seeAfter(200, '90');

  const answer = await holdChange(page, `**${path}`);
  await page.getByRole('button', { name: 'Save limit for Ada' }).click();
  await field.fill('95');
  await answer();
  await page.getByText('Ada can use 90 credits per billing cycle.').waitFor();
  expect(await field.inputValue()).toBe('95');
});

it('the next address that is typed while an invitation is sent stays, with its role', async () => {
  const { page } = await open('/organization');
  const part = page.getByRole('region', { name: 'Invitations' });
  const [email, role] = [part.getByLabel('Email'), part.getByLabel('Role')];
  const answer = await holdChange(page, '**/invitations');
  await email.fill('grace@colleagues.example');
  await part.getByRole('button', { name: 'Send invitation' }).click();
  await email.fill('linus@colleagues.example');
  await role.selectOption('admin');
  await answer();
  await page.getByText('Invitation sent to grace@colleagues.example.').waitFor();
  expect([await email.inputValue(), await role.inputValue()]).toEqual(['linus@colleagues.example', 'admin']);
  await page.unroute('**/invitations');
  await part.getByRole('button', { name: 'Send invitation' }).click();
  await page.getByText('Invitation sent to linus@colleagues.example.').waitFor();
  expect([await email.inputValue(), await role.inputValue()]).toEqual(['', 'member']);
});
