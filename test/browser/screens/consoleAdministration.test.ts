import { useApp } from '../../support/callers/app';
import { buildUser } from '../../support/callers/people';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, faultsOf, openConsole, service } from '../consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

it('an administrator of the installation gives an API client another secret, which is shown once', async () => {
  const [admin, owner] = [await buildUser(app, { name: 'Admin' }), await buildUser(app)];
  await app.database.query('UPDATE users SET is_platform_admin = true WHERE id = $1', [admin.userId]);
  const { context, page } = await openConsole(chromium, admin, { viewport: { width: 390, height: 844 } });
  stopping(context);
  await page.goto(`${consoleUrl}/administration`);
  const id = page.getByLabel('Workspace ID');
  await id.fill('not an id');
  await page.getByText('Enter a valid workspace ID.').waitFor();
  expect(await page.getByRole('button', { name: 'Rotate secret' }).isDisabled()).toBe(true);
  await id.fill(owner.workspaceId);
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rotate secret' });
  await dialog.getByText(owner.workspaceId).waitFor();
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  const shown = await page.getByRole('status').locator('code').innerText();
  expect(await faultsOf(page)).toEqual([]);
  const { body } = await owner.call('GET', '/api/v1/console/credentials');
  expect(shown).toBe(body.webhookSecret);
});

it('nobody else is led to the administration', async () => {
  const { context, page } = await openConsole(chromium, await buildUser(app));
  stopping(context);
  await page.goto(`${consoleUrl}/administration`);
  await page.getByText('For administrators only').waitFor();
  expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
});
