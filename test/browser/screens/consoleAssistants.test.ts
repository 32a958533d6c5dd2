import { buildMcpGrant } from '../../support/build/mcpGrant';
import { useApp } from '../../support/callers/app';
import { sendMessage } from '../../support/callers/mcp';
import { addMember, buildUser } from '../../support/callers/people';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, faultsOf, openConsole, service } from '../consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();
const resource = `${consoleUrl}/_mcp`;
const statusOf = async (token: string) => (await sendMessage(app, token, { method: 'tools/list' })).status;

it('an assistant is shown with what it may do, and is refused once it is revoked', async () => {
  const user = await buildUser(app);
  await buildMcpGrant(user, { clientName: 'Reader', scopes: ['mcp.read'] });
  await buildMcpGrant(user, { clientName: 'Writer' });
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/assistants`);
  const reader = page.getByRole('article', { name: 'Reader' });
  await reader.getByText('Live statistics cost credits.').waitFor();
  expect(await reader.getByText('Publish, schedule').count()).toBe(0);
  await page.getByRole('article', { name: 'Writer' }).getByText('Publish, schedule').waitFor();
  await page.getByRole('article', { name: 'Writer' }).getByText('Not used yet').waitFor();

  await page.getByRole('button', { name: 'Revoke access for Writer' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke access' });
  await dialog.getByRole('button', { name: 'Go back' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Revoke access for Writer' }).click();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Revoke access' }).click();
  await page.getByText('1 assistant', { exact: true }).waitFor();
  const { body } = await user.call('GET', '/api/v1/console/mcp-grants');
  expect(body.items.map(({ clientName }: { clientName: string }) => clientName)).toEqual(['Reader']);
});

it('a member sees the assistants that act as them, where, and within which limit', async () => {
  const [owner, ada] = [await buildUser(app), await buildUser(app, { name: 'Ada' })];
  const { organizationId } = owner;
  await addMember(organizationId, ada.userId, 'member');
  await buildMcpGrant(owner, { clientName: 'Of the key' });
  const person = { userId: ada.userId, organizationId };
  await buildMcpGrant(owner, { clientName: 'Of Ada', person, creditLimit: 40 });
  const { context, page } = await openConsole(chromium, ada);
  stopping(context);
  await context.addInitScript(
    `if (location.origin === '${consoleUrl}') sessionStorage.setItem('organization', '${organizationId}');`,
  );
  await page.goto(`${consoleUrl}/assistants`);
  const card = page.getByRole('article', { name: 'Of Ada' });
  await card.getByText(/^Acts as Ada in /).waitFor();
  await card.getByText('At most 40 credits a cycle').waitFor();
  await page.getByText('1 assistant', { exact: true }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

it('a change of the password ends the access of the assistants of the person, where they want it', async () => {
  const user = await buildUser(app);
  const { accessToken } = await buildMcpGrant(user, { person: user, resource });
  expect(await statusOf(accessToken)).toBe(200);
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/profile`);
  await page.getByLabel('Current password').fill(user.password);
  await page.getByLabel('New password').fill('another horse');
  await page.getByLabel('End the access of all assistants that act as me').check();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Password changed.').first().waitFor();
  expect(await statusOf(accessToken)).toBe(401);
});

it('another API key keeps the assistants of the key connected, where the admin wants it', async () => {
  const user = await buildUser(app);
  await user.call('POST', '/api/v1/console/credentials/api-key/regenerate');
  const { accessToken } = await buildMcpGrant(user, { resource });
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}/credentials`);
  await page.getByRole('button', { name: 'Replace API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Keep assistants connected').check();
  expect(await faultsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Replace API key' }).click();
  await page.getByText('Copy this key now.').waitFor();
  expect(await statusOf(accessToken)).toBe(200);
});
