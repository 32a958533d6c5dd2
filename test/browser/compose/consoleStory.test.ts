import type { Page } from 'playwright-core';
import { useDeployment } from '../../support/runs/deployment';
import { film } from '../../support/runs/publishing';
import { until } from '../../support/until';
import { use, useStopping } from '../../support/use';
import { answer, useReceiver } from '../../support/servers/webhookReceiver';
import { launchChromium } from '../chromium';
import { consoleUrl, openConsole, service, tabTo } from '../consoleReader';

const deployment = useDeployment({ BASE_URL: consoleUrl, CONSOLE_URL: consoleUrl });
const api = use(async () => {
  const started = await deployment.up('api');
  return { ...(await started.ready()), stop: async () => void (await started.end('SIGKILL')) };
});
use(async () => {
  const worker = await deployment.up('worker');
  return { stop: async () => void (await worker.end('SIGKILL')) };
});
const chromium = use(async () => launchChromium({ [service]: new URL(api.url).host }));
const receiver = useReceiver();
const stopping = useStopping();

/** A whole story, key by key. */
const longMs = 180_000;
const file = { name: 'coast.mp4', mimeType: 'video/mp4', buffer: film };

it('somebody new registers, connects a channel, composes a video with its file, sees it published, and connects again', async () => {
  const reader = await openConsole(chromium);
  stopping(reader.context);
  const { page } = reader;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  const heading = async (name: string) => page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();

  await reader.visit(`${consoleUrl}/connections`);
  await heading('Log in');
  await link('Create an account').click();
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada.of.the.story@example.com');
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse battery');
  await button('Create account').click();
  await heading('Connections');

  await button('Connect channel').first().click();
  await page.getByRole('menuitem', { name: 'YouTube' }).click();
  await page.getByLabel('Captions').waitFor();
  await button('Continue to YouTube').click();
  await link('Olive One').click();
  await button('Allow').click();
  await heading('Channel connected');

  await link('Compose post').click();
  await page.getByText('Video', { exact: true }).click();
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByText('coast.mp4 is uploaded').waitFor();
  await page.getByLabel('Title').fill('Walking the coast path');
  await page.getByText('Ready to publish.').waitFor();
  await button('Publish').click();

  await heading('Walking the coast path');
  await link('View post').waitFor();
  await button('Show all steps').click();
  const steps = await page.locator('.mantine-Timeline-itemTitle').allInnerTexts();
  expect(steps).toEqual(['Pending', 'Uploading', 'Uploaded', 'Processing', 'Published']);

  await link('Connections').click();
  await page.getByRole('button', { name: /^Reconnect Olive/ }).click();
  await link('Olive One').click();
  await button('Allow').click();
  await heading('Channel connected');

  const elsewhere = reader.asked.filter(
    (url) => ![consoleUrl, deployment.sandbox.url].includes(new URL(url).origin) && !url.startsWith('blob:'),
  );
  expect(elsewhere).toEqual([]);
  const token = await page.evaluate<string>("JSON.parse(sessionStorage.getItem('session')).token");
  expect([...reader.asked, ...reader.stood].join(' ')).not.toContain(token);
  expect(reader.complaints).toEqual([]);
});

/** A user who uses the keyboard alone. */
function handOf(page: Page) {
  const { keyboard } = page;
  const press = async (name: string, key = 'Enter') => {
    await tabTo(page, name);
    await keyboard.press(key);
  };
  const type = async (name: string, text: string) => {
    await tabTo(page, name);
    await keyboard.type(text);
  };
  return {
    press,
    type,
    sees: async (heading: string) => page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor(),
    registers: async (name: string, email: string) => {
      await press('Create an account');
      await page.getByRole('heading', { name: 'Create your account', level: 1 }).waitFor();
      await type('Name', name);
      await type('Email', email);
      await type('Password', 'correct horse battery');
      await keyboard.press('Enter');
    },
    chooses: async (type: string) => {
      await page.getByRole('radio', { name: type }).waitFor({ state: 'attached' });
      await press(type, 'Space');
    },
    publishes: async () => {
      await page.locator('button:enabled', { hasText: 'Publish' }).waitFor();
      await press('Publish');
    },
  };
}

it(
  'with the keyboard alone, somebody new goes the whole way from registering to inviting a colleague',
  async () => {
    const { context, page, visit } = await openConsole(chromium);
    stopping(context);
    const { press, type, sees, registers, chooses, publishes } = handOf(page);
    // The dialog for files is the system's.
    page.on('filechooser', (chooser) => void chooser.setFiles(file));
    await visit(`${consoleUrl}/connections`);
    await sees('Log in');
    await registers('Ada', 'ada.of.the.keys@example.com');
    await sees('Connections');

    await page.getByRole('button', { name: 'Connect channel' }).first().waitFor();
    await press('Connect channel');
    await page.getByRole('menuitem', { name: 'YouTube' }).waitFor();
    await tabTo(page, 'YouTube', 'ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Continue to YouTube' }).waitFor();
    await press('Continue to YouTube');
    await page.getByRole('link', { name: 'Olive One' }).waitFor();
    await press('Olive One');
    await page.getByRole('button', { name: 'Allow' }).waitFor();
    await press('Allow');
    await sees('Channel connected');
    await press('Compose post');
    await chooses('Video');
    await press('Choose file');
    await page.getByText('coast.mp4 is uploaded').waitFor();
    await type('Title', 'Walking the coast path');
    await publishes();
    await sees('Walking the coast path');
    await page.getByRole('link', { name: 'View post' }).waitFor();

    // Another one fails: its media is gone when it is read.
    let isThere = true;
    const media = deployment.media.serve(() => (isThere ? { bytes: film } : { status: 404 }));
    await press('Compose');
    await sees('Compose');
    await chooses('Video');
    await type('Or enter a URL', media.url);
    await type('Title', 'At the second try');
    await press('Developer options');
    await type('Webhook URL', receiver.url);
    await page.locator('button:enabled', { hasText: 'Publish' }).waitFor();
    isThere = false;
    await publishes();
    await page.getByRole('alert').getByText('The source answered 404 instead of the media.').waitFor();
    isThere = true;
    await press('Retry for 10 credits');
    await page.getByRole('link', { name: 'View post' }).waitFor();

    await until(() => receiver.events().some(({ status }) => status === 'published'));
    receiver.behave(answer(200));
    const sent = receiver.received.length;
    await page.locator('summary', { hasText: 'Technical facts' }).press('Enter');
    const again = page.getByRole('button', { name: /^Redeliver/ }).first();
    await press((await again.getAttribute('aria-label'))!);
    await until(() => receiver.received.length > sent);

    await press('Organization');
    await page.getByRole('region', { name: 'Invitations' }).waitFor();
    await type('Email', 'grace.of.the.keys@example.com');
    await page.keyboard.press('Enter');
    const [mail] = await until(async () => {
      const mails = await deployment.sandbox.mails('grace.of.the.keys@example.com');
      return mails.length > 0 && mails;
    });
    const colleague = await openConsole(chromium);
    stopping(colleague.context);
    const grace = handOf(colleague.page);
    await colleague.visit(`${consoleUrl}${/\/invitations\/[\w-]{43}/.exec(mail!.text)?.[0]}`);
    await grace.sees('Log in');
    await grace.registers('Grace', 'grace.of.the.keys@example.com');
    await grace.sees('You are invited');
    await grace.press('Accept invitation');
    await grace.sees('Overview');

    await press('Analytics');
    await sees('Analytics');
    await page.getByRole('region', { name: 'Channel growth' }).waitFor();
  },
  longMs,
);
