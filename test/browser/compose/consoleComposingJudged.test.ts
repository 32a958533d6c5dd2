import type { Page, Route } from 'playwright-core';
import { until } from '../../support/until';
import { choose, useComposing } from './composing';
import { consoleUrl, faultsOf } from '../consoleReader';

const { buildPublisher, open } = useComposing();

const judging = '**/api/v1/console/assignments/validate';
const creation = '**/api/v1/console/assignments';

/** A user with a text for their Page that can be published. */
async function write() {
  const writer = await open(await buildPublisher());
  const { page, button } = writer;
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await choose(page, 'Text');
  await page.getByLabel('Message').fill('Low tide at noon');
  await page.locator('button:enabled', { hasText: 'Publish' }).waitFor();
  await button('Developer options').click();
  return {
    ...writer,
    webhookUrl: page.getByLabel('Webhook URL'),
    judgement: page.getByRole('region', { name: 'Review' }),
  };
}

/** Lets the questions for a judgement wait, in this list. */
async function delay(page: Page): Promise<Route[]> {
  const waiting: Route[] = [];
  await page.route(judging, (route) => void waiting.push(route));
  return waiting;
}

it('the last judgement stays while a change is judged, and only a post that is valid as it stands can be published', async () => {
  const { page, button, webhookUrl, judgement } = await write();
  const publish = button('Publish');
  const error = page.locator('.mantine-TextInput-error');
  const waiting = await delay(page);
  await webhookUrl.fill('nowhere');
  expect(await publish.isDisabled()).toBe(true);
  await until(() => waiting.length === 1);
  await judgement.getByText('Checking…').waitFor();
  await judgement.getByText('Ready to publish.').waitFor();
  await judgement.getByText(/You have [\d,]+ credits left\.$/).waitFor();
  expect(await publish.isDisabled()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await waiting[0]!.continue();
  await judgement.getByText('Not ready yet:').waitFor();
  await error.waitFor();
  expect(await judgement.getByText('Checking…').count()).toBe(0);
  expect(await publish.isDisabled()).toBe(true);

  await webhookUrl.fill('nowhere.either');
  await until(() => waiting.length === 2);
  await judgement.getByText('Not ready yet:').waitFor();
  await error.waitFor();
  expect(await judgement.getByText('Select a type').count()).toBe(0);
  expect(await publish.isDisabled()).toBe(true);
  await webhookUrl.fill('https://programs.example/hook');
  await until(() => waiting.length === 3);
  await waiting[2]!.continue();
  await judgement.getByText('Ready to publish.').waitFor();
  await page.locator('button:enabled', { hasText: 'Publish' }).waitFor();
  expect(await error.count()).toBe(0);
});

it('a judgement that cannot be had says why, and is asked for again', async () => {
  const { page, button, judgement } = await write();
  await page.route(judging, async (route) =>
    route.fulfill({ status: 500, json: { error: 'INTERNAL', message: 'A fault.' } }),
  );
  await page.getByLabel('Message').fill('Low tide at one');
  await judgement.getByText('Something went wrong on our side').waitFor();
  expect(await button('Publish').isDisabled()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await page.unroute(judging);
  await judgement.getByRole('button', { name: 'Try again' }).click();
  await judgement.getByText('Ready to publish.').waitFor();
  await button('Publish').click();
  await page.getByRole('heading', { name: 'Low tide at one', level: 1 }).waitFor();
});

it('a refusal is shown until the post is changed; what the API finds later is shown beside it', async () => {
  const { page, button, webhookUrl } = await write();
  const report = page.getByRole('region', { name: 'Results' });
  const refused = page.getByText('This field was said before.', { exact: true });
  const details = { 'payload.message': ['was said before'] };
  const json = { error: 'VALIDATION_ERROR', message: 'The request is not valid.', details };
  await page.route(creation, async (route) => route.fulfill({ status: 400, json }));
  await button('Publish').click();
  await refused.waitFor();
  await report.getByText('Field Notes Page: Request rejected.').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await page.getByLabel('Message').fill('Low tide at one');
  await refused.waitFor({ state: 'detached' });
  await report.waitFor({ state: 'detached' });
  await page.unroute(creation);
  await page.route(creation, async (route) => route.abort());
  await button('Publish').click();
  await report.getByText('The service is not responding').waitFor();
  await webhookUrl.fill('nowhere');
  await page.locator('.mantine-TextInput-error').waitFor();
  await page.unroute(creation);
  await webhookUrl.fill('');
  await button('Publish').click();
  await page.getByRole('heading', { name: 'Low tide at one', level: 1 }).waitFor();
  expect(page.url()).toContain(`${consoleUrl}/assignments/`);
});

it('a program hears of the live post where there is an address, and the writer asks for it', async () => {
  const { page, button, webhookUrl } = await write();
  const wish = page.getByRole('checkbox', { name: /^Also report changes to the live post/ });
  expect(await wish.isDisabled()).toBe(true);
  await webhookUrl.fill('https://programs.example/hook');
  await wish.check();
  expect(await faultsOf(page)).toEqual([]);
  const [request] = await Promise.all([
    page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/console/assignments')),
    button('Publish').click(),
  ]);
  expect(request.postDataJSON()).toMatchObject({
    callbackUrl: 'https://programs.example/hook',
    callbackEvents: ['removal', 'extras'],
  });
  await page.getByRole('heading', { name: 'Low tide at noon', level: 1 }).waitFor();
});
