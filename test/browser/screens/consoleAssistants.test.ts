import { buildMcpGrant } from '../../support/build/mcpGrant';
import { useApp } from '../../support/callers/app';
import { buildUser } from '../../support/callers/people';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, faultsOf, openConsole, service } from '../consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

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
