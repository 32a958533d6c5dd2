import { plainFailure } from '../../../domain/failures/failures';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
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

it('an administrator finds a stuck post of any workspace, and gives it up', async () => {
  const [admin, owner] = [await buildUser(app, { name: 'Admin' }), await buildUser(app)];
  await app.database.query('UPDATE users SET is_platform_admin = true WHERE id = $1', [admin.userId]);
  const channel = { ...owner, ...(await buildConnection(owner, { name: 'Olive’s Kitchen' })) };
  const error = plainFailure('PLATFORM_UNAVAILABLE');
  const tries = { of: 'upload', count: 1, since: Date.now(), nextAt: Date.now() + 3_600_000, error } as const;
  const { assignmentId } = await buildAssignment(channel, { status: 'uploading', tries });
  const { context, page } = await openConsole(chromium, admin, { viewport: { width: 1280, height: 900 } });
  stopping(context);
  await page.goto(`${consoleUrl}/administration`);
  const row = page.getByRole('row').filter({ hasText: assignmentId });
  await row.getByText('Platform unavailable').waitFor();
  expect(await row.getByRole('button').allInnerTexts()).toEqual(['Retry now', 'Restart run', 'Give up']);
  expect(await row.getByRole('link', { name: 'Run in Temporal' }).getAttribute('href')).toBe(
    `http://temporal.test/assignment/${assignmentId}/1`,
  );
  expect(await faultsOf(page)).toEqual([]);
  await row.getByRole('button', { name: 'Give up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Give up' }).click();
  await page.getByText('No post is stuck.').waitFor();
  const answer = await owner.call('GET', `/api/v1/console/assignments/${assignmentId}`);
  expect(answer.body).toMatchObject({ status: 'failed' });
});

it('nobody else is led to the administration', async () => {
  const { context, page } = await openConsole(chromium, await buildUser(app));
  stopping(context);
  await page.goto(`${consoleUrl}/administration`);
  await page.getByText('For administrators only').waitFor();
  expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
});
