import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { useEach } from '../../support/use';
import { withoutPlatform } from '../../support/runs/withoutPlatform';
import { useComposing } from '../compose/composing';
import { consoleUrl, faultsOf } from '../consoleReader';

/** The console of a service that has no settings of Facebook any more. */

const { app, buildPublisher, open } = useComposing();
useEach(async () => withoutPlatform(app.deps, 'facebook'));
const said = 'This service does not currently offer this platform.';

it('says so where a post is composed, for the other channel of which all stays', async () => {
  const { page } = await open(await buildPublisher());
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await page.getByRole('region', { name: 'facebook' }).getByText(said).waitFor();
  await page.getByRole('checkbox', { name: 'Field Notes', exact: true }).check();
  await page.getByText('Type', { exact: true }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
});

it('says so of a channel of the platform, which can be removed, and of a check of its access', async () => {
  const { page, button } = await open(await buildPublisher());
  await page.goto(`${consoleUrl}/connections`);
  const card = page.getByRole('article', { name: 'Field Notes Page' });
  await card.getByText(said).waitFor();
  expect(await page.getByText(said).count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
  await button('Test connection to Field Notes Page').click();
  await page.getByText('Facebook is not offered by this service at present.').waitFor();
  await button('Remove channel Field Notes Page').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove channel' }).click();
  await card.waitFor({ state: 'detached' });
});

it('shows its posts, and says why they are neither edited nor tried again', async () => {
  const user = await buildPublisher();
  const { connectionId } = await buildConnection(user, { name: 'Third', platform: 'facebook' });
  const channel = { ...user, connectionId, platform: 'facebook' as const };
  const post = { type: 'text', payload: { message: 'Ahoy' }, mediaUrl: null } as const;
  const waiting = await buildAssignment(channel, { ...post, scheduledAt: new Date(Date.now() + 86_400_000) });
  const failed = await buildAssignment(channel, { ...post, status: 'failed' });
  const { page, button } = await open(user);
  await page.goto(`${consoleUrl}/assignments/${waiting.assignmentId}`);
  await button('Edit').click();
  await page.getByRole('dialog').getByText(said).waitFor();
  await page.goto(`${consoleUrl}/assignments/${failed.assignmentId}`);
  await button(/^Retry for/).click();
  await page.getByText('Facebook is not offered by this service at present.').waitFor();
  expect(await page.getByText('Failed', { exact: true }).count()).toBeGreaterThan(0);
});
