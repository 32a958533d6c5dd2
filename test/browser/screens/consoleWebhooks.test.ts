import { WebhookDelivery } from '../../../models/webhooks/WebhookDelivery';
import { useApp } from '../../support/callers/app';
import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { walk } from '../../support/runs/assignments';
import { buildUser } from '../../support/callers/people';
import { endTakeDown, wishTakeDown } from '../../support/runs/reports';
import { until } from '../../support/until';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, faultsOf, openConsole, service } from '../consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

const callbackUrl = 'https://caller.example/hooks';

/** A user before a list of webhooks that are on their way: the webhooks of a post that was published, and taken down. */
async function open(pathOf: (assignmentId: string) => string) {
  const user = await buildUser(app);
  const parent = { ...user, ...(await buildConnection(user)) };
  const { assignmentId } = await buildAssignment(parent, { callbackUrl, callbackEvents: ['removal'] });
  await walk({ assignmentId }, 'published');
  await wishTakeDown(assignmentId);
  await endTakeDown(assignmentId, 'done');
  const { context, page } = await openConsole(chromium, user);
  stopping(context);
  await page.goto(`${consoleUrl}${pathOf(assignmentId)}`);
  const table = page.getByRole('group', { name: /^Webhooks/ });
  // The page of a post has them among its facts, which are folded.
  const facts = page.locator('summary', { hasText: 'Technical facts' });
  await table.or(facts).first().waitFor();
  if (await facts.isVisible()) await facts.click();
  await table.waitFor();
  const namesOf = async (element: 'a' | 'button') =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('main [role=group] ${element}')].map((one) => one.ariaLabel)`,
    );
  return { page, table, assignmentId, namesOf };
}

const lists: [string, (assignmentId: string) => string][] = [
  ['the page of a post', (id) => `/assignments/${id}`],
  ['the log', () => '/webhooks'],
];

it.each(lists)('on %s webhooks to one address are told apart by their events, by ear, too', async (_list, pathOf) => {
  const { page, table, assignmentId, namesOf } = await open(pathOf);
  const events = ['Take-down', 'Published', 'Processing', 'Uploaded', 'Uploading'];
  await table.getByRole('link', { name: /^Uploading: / }).waitFor();
  expect(await table.getByRole('link').allInnerTexts()).toEqual(events);
  expect(await namesOf('a')).toEqual(events.map((event) => `${event}: webhook to ${callbackUrl}`));
  expect(await namesOf('button')).toEqual([]);
  expect(await table.getByText('Delivery in progress. Failed attempts are retried automatically.').count()).toBe(
    events.length,
  );
  expect(await faultsOf(page)).toEqual([]);
  await WebhookDelivery.update({ status: 'failed' }, { where: { assignmentId } });
  await until(async () => (await namesOf('button')).length === events.length);
  expect(await namesOf('button')).toEqual(events.map((event) => `Redeliver the webhook “${event}” to ${callbackUrl}`));
  expect(await faultsOf(page)).toEqual([]);
  await table.getByRole('link', { name: 'Uploaded' }).click();
  await page.getByRole('heading', { name: 'Webhook: uploaded', level: 1 }).waitFor();
});

it.each(lists)(
  'on %s a webhook that has arrived is so at once, also where its post has ended',
  async (_list, pathOf) => {
    const { table, assignmentId } = await open(pathOf);
    const first = table.getByRole('row').nth(1);
    await first.getByText('Pending', { exact: true }).waitFor();
    await WebhookDelivery.update({ status: 'delivered' }, { where: { assignmentId } });
    await first.getByText('Delivered').waitFor();
    expect(await table.getByText('Pending', { exact: true }).count()).toBe(0);
  },
);

it('the result of a sample goes with the address that it was sent to', async () => {
  const { context, page } = await openConsole(chromium, await buildUser(app));
  stopping(context);
  await page.route('**/webhooks/test', async (route) =>
    route.fulfill({ json: { delivered: true, httpStatusCode: 204, durationMs: 12, lastError: null } }),
  );
  await page.goto(`${consoleUrl}/webhooks`);
  const address = page.getByLabel('Test a URL');
  await address.fill(callbackUrl);
  await page.getByRole('button', { name: 'Send test' }).click();
  const result = page.getByText('Test accepted');
  await result.waitFor();
  await address.fill(`${callbackUrl}/other`);
  expect(await result.count()).toBe(0);
});
