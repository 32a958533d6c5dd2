import { buildConnection } from '../support/build/connection';
import { useDeployment } from '../support/runs/deployment';
import { buildUser } from '../support/callers/people';
import type { BuiltUser } from '../support/callers/people';
import { film } from '../support/runs/publishing';
import { until } from '../support/until';
import { use, useStopping } from '../support/use';
import { answer, useReceiver } from '../support/servers/webhookReceiver';
import { launchChromium } from './chromium';
import { consoleUrl, faultsOf, openConsole, service } from './consoleReader';

const deployment = useDeployment({ CONSOLE_URL: consoleUrl });
const api = use(async () => {
  const started = await deployment.up('api');
  return { started, ...(await started.ready()), stop: async () => void (await started.end('SIGKILL')) };
});
use(async () => {
  const worker = await deployment.up('worker');
  return { stop: async () => void (await worker.end('SIGKILL')) };
});
const chromium = use(async () => launchChromium({ [service]: new URL(api.url).host }));
const user = use(async () => buildUser({ url: api.url, database: deployment.database }));
const receiver = useReceiver();
const stopping = useStopping();

/** A post of the user's channel, with the media at this address. @returns its id */
async function publish({ call, ...owner }: BuiltUser, mediaUrl: string, title: string): Promise<string> {
  const grant = await deployment.sandbox.grant();
  const { connectionId } = await buildConnection(owner, {}, grant);
  const body = { connectionId, type: 'video', mediaUrl, payload: { title }, callbackUrl: receiver.url };
  const { status, body: made } = await call('POST', '/api/v1/console/assignments', { body });
  expect([status, made]).toEqual([201, expect.anything()]);
  return made.id;
}

async function open(id: string, reading: BuiltUser = user) {
  const reader = await openConsole(chromium, reading);
  stopping(reader.context);
  await reader.visit(`${consoleUrl}/assignments/${id}`);
  await reader.page.evaluate("window.marker = 'not loaded again'");
  return reader;
}

it('live progress survives a restart of the API: the page goes on to published, without a reload', async () => {
  const media = deployment.media.serve({ bytes: film, pauseAfterBytes: 400_000 });
  const { page } = await open(await publish(user, media.url, 'Over a restart'));
  await page.getByText(/^Uploading to .*, \d+ of 614 kB/).waitFor();
  const badge = page.locator('.mantine-Badge-label').filter({ hasText: /^Live$/ });
  await badge.waitFor();

  expect(await api.started.end('SIGTERM')).toMatchObject({ code: 0 });
  await page.getByText('Reconnecting').waitFor();
  await deployment.up('api', { PORT: new URL(api.url).port });
  await badge.waitFor();
  media.resume();
  await page.getByRole('link', { name: 'View post' }).waitFor();
  await page.getByRole('button', { name: 'Show all steps' }).click();
  const steps = page.locator('.mantine-Timeline-itemTitle');
  await steps.first().waitFor();
  expect(await steps.allInnerTexts()).toEqual(['Pending', 'Uploading', 'Uploaded', 'Processing', 'Published']);
  expect(await page.evaluate<string>('window.marker')).toBe('not loaded again');
});

it('the stream alone brings each change: the page shows them while nothing else can be read', async () => {
  const media = deployment.media.serve({ bytes: film, pauseAfterBytes: 400_000 });
  const id = await publish(user, media.url, 'By the stream');
  const { page } = await open(id);
  await page.getByRole('progressbar', { name: 'Upload progress' }).waitFor();
  await page
    .locator('.mantine-Badge-label')
    .filter({ hasText: /^Live$/ })
    .waitFor();
  await page.route(`**/console/assignments/${id}`, async (route) => route.abort());
  media.resume();
  await page
    .locator('.mantine-Badge-label')
    .filter({ hasText: /^Published$/ })
    .waitFor();
  await page.getByRole('button', { name: 'Show all steps' }).click();
  const steps = page.locator('.mantine-Timeline-itemTitle');
  await steps.first().waitFor();
  expect(await steps.allInnerTexts()).toEqual(['Pending', 'Uploading', 'Uploaded', 'Processing', 'Published']);
});

it('a post that failed is retried from its page, and its webhook is delivered once more', async () => {
  let isThere = false;
  const media = deployment.media.serve(() => (isThere ? { bytes: film } : { status: 404 }));
  const { page } = await open(await publish(user, media.url, 'At the second try'));
  const failure = page.getByRole('alert').filter({ hasText: 'The media could not be downloaded: ' });
  await page.getByText('MEDIA_DOWNLOAD_FAILED').waitFor();
  await failure.getByText('You can fix this. Then retry the post.').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  isThere = true;
  await page.getByRole('button', { name: 'Retry for 10 credits' }).click();
  await page.getByRole('link', { name: 'View post' }).waitFor();
  await page.getByText('Run 2').waitFor();

  await until(() => receiver.events().some(({ status }) => status === 'published'));
  receiver.behave(answer(200));
  const before = receiver.received.length;
  await page.locator('summary', { hasText: 'Technical facts' }).click();
  await page
    .getByRole('button', { name: /^Redeliver/ })
    .first()
    .click();
  await until(() => receiver.received.length > before);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(ids.slice(0, before)).toContain(ids[before]);

  await page.getByRole('link', { name: receiver.url }).first().click();
  await page.getByRole('button', { name: 'Show signatures' }).click();
  await page
    .getByRole('button', { name: /HTTP 200/ })
    .first()
    .click();
  const shown = await page
    .getByRole('region', { name: /^Signature of attempt/ })
    .first()
    .innerText();
  const headers = Object.fromEntries(shown.split('\n').map((line) => line.split(': ')));
  const sent = receiver.received.find(
    (one) =>
      one.headers['webhook-id'] === headers['webhook-id'] &&
      one.headers['x-webhook-attempt'] === headers['x-webhook-attempt'],
  );
  expect(sent?.headers).toMatchObject(headers);
});

it('a post is listed before its platform is asked what it has reached, and a channel is tested; the channel is switched off, on and removed', async () => {
  const owner = await buildUser({ url: api.url, database: deployment.database });
  const { page } = await open(await publish(owner, deployment.media.serve({ bytes: film }).url, 'Counted'), owner);
  const go = async (name: string) => page.getByRole('link', { name, exact: true }).click();
  const press = async (name: string | RegExp) => page.getByRole('button', { name }).click();
  const answer = async (label: string) => page.getByRole('dialog').getByRole('button', { name: label }).click();
  await page.getByRole('link', { name: 'View post' }).waitFor();
  await go('Analytics');
  await page
    .getByRole('row', { name: /^Counted/ })
    .getByText('Not counted yet')
    .waitFor();

  await go('Credentials');
  await page.getByRole('region', { name: 'Test a channel' }).getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('Connection works').waitFor();

  await go('Connections');
  await press(/^Test connection to/);
  await page.getByText(/^Access to .* works\.$/).waitFor();
  await press(/^Deactivate/);
  await answer('Deactivate');
  await press(/^Activate/);
  await press(/^Remove channel/);
  await answer('Remove channel');
  await page.getByText('No channels yet').waitFor();
  await page.locator('main:focus, main :focus').waitFor();
  expect(await faultsOf(page)).toEqual([]);
});
