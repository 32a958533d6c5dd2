import { addMember, buildUser } from '../../support/callers/people';
import { until } from '../../support/until';
import { use, useStopping } from '../../support/use';
import { useMailing } from '../../workflows/mailing';
import { launchChromium } from '../chromium';
import { consoleUrl, openConsole, service } from '../consoleReader';

const mailing = useMailing({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(mailing.app.url).host }));
const stopping = useStopping();

it('a colleague is invited, comes by the link in the mail, and is then a member', async () => {
  const ada = await buildUser(mailing.app, { name: 'Ada' });
  const { context, page } = await openConsole(chromium, ada);
  stopping(context);
  await page.goto(`${consoleUrl}/organization`);
  const invitations = page.getByRole('region', { name: 'Invitations' });
  await invitations.getByLabel('Email').fill('grace@colleagues.example');
  await invitations.getByLabel('Role').selectOption('admin');
  await invitations.getByRole('button', { name: 'Send invitation' }).click();
  await invitations.getByRole('row', { name: /grace@colleagues\.example/ }).waitFor();

  const [mail] = await until(async () => {
    const mails = await mailing.publishing.sandbox.mails('grace@colleagues.example');
    return mails.length > 0 && mails;
  });
  const path = /\/invitations\/[\w-]{43}/.exec(mail!.text)?.[0];
  const colleague = await openConsole(chromium);
  stopping(colleague.context);
  const guest = colleague.page;
  await guest.goto(`${consoleUrl}${path}`);
  await guest.getByRole('link', { name: 'Create an account', exact: true }).click();
  await guest.getByLabel('Name').fill('Grace');
  await guest.getByLabel('Email').fill('grace@colleagues.example');
  await guest.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
  await guest.getByRole('button', { name: 'Create account', exact: true }).click();
  await guest.getByRole('button', { name: 'Accept invitation' }).click();
  await guest.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await guest.getByRole('button', { name: "Ada's organization: switch organization" }).waitFor();

  await page.reload();
  const members = page.getByRole('region', { name: 'Members' });
  await members.getByRole('row', { name: /grace@colleagues\.example/ }).waitFor();
  await members.getByText('2 members').waitFor();
});

it('an owner changes a role, revokes an invitation and removes somebody; a member leaves', async () => {
  const [ada, grace, linus] = [
    await buildUser(mailing.app, { name: 'Ada' }),
    await buildUser(mailing.app, { name: 'Grace' }),
    await buildUser(mailing.app, { name: 'Linus' }),
  ];
  for (const { userId } of [grace, linus]) await addMember(ada.organizationId, userId, 'member');
  const path = `/api/v1/auth/organizations/${ada.organizationId}`;
  await ada.call('POST', `${path}/invitations`, { body: { email: 'late@colleagues.example', role: 'member' } });
  const { context, page } = await openConsole(chromium, ada);
  stopping(context);
  await page.goto(`${consoleUrl}/organization`);
  const press = async (name: string, answered: string) => {
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').getByRole('button', { name: answered }).click();
  };
  await press('Make admin: Grace', 'Make admin');
  await page
    .getByRole('row', { name: /^Grace/ })
    .getByText('Admin', { exact: true })
    .waitFor();
  await press('Revoke invitation for late@colleagues.example', 'Revoke');
  await page.getByText('No pending invitations').waitFor();
  await press('Remove Linus', 'Remove');
  await page.getByText('2 members').waitFor();

  const leaving = await openConsole(chromium, grace);
  stopping(leaving.context);
  await leaving.visit(consoleUrl);
  await leaving.page.getByRole('button', { name: /: switch organization$/ }).click();
  await leaving.page.getByRole('menuitem', { name: "Ada's organization" }).click();
  await leaving.page.getByRole('button', { name: "Ada's organization: switch organization" }).waitFor();
  await leaving.page.getByRole('link', { name: 'Organization', exact: true }).click();
  await leaving.page.getByRole('button', { name: 'Leave organization' }).click();
  await leaving.page.getByRole('dialog').getByRole('button', { name: 'Leave organization' }).click();
  await leaving.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await leaving.page.getByText("Grace's organization").first().waitFor();
  const { items } = (await ada.call('GET', `${path}/members`)).body;
  expect(items.map(({ user }: { user: { name: string } }) => user.name)).toEqual(['Ada']);
});
