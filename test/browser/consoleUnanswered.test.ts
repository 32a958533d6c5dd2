import { choose, useComposing } from './compose/composing';
import { consoleUrl, faultsOf, openConsole } from './consoleReader';

const { buildPublisher, chromium, open, stopping } = useComposing();

const minuteMs = 60_000;

it('a list that is not answered for a minute says so, and is tried again', async () => {
  const { context, page } = await openConsole(chromium, await buildPublisher());
  stopping(context);
  await page.clock.install();
  await page.route('**/console/connections?*', async () => undefined);
  await page.goto(`${consoleUrl}/connections`);
  await page.locator('.mantine-Skeleton-root').first().waitFor();
  await page.clock.fastForward(minuteMs);
  const alert = page.getByRole('alert');
  await alert.getByText('The service is not responding').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.unroute('**/console/connections?*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Field Notes Page').waitFor();
});

it('a post that is not answered for a minute is free again, and the same try makes no second one', async () => {
  const { page, button } = await open(await buildPublisher());
  await page.getByRole('checkbox', { name: 'Field Notes Page' }).check();
  await choose(page, 'Text');
  await page.getByLabel('Message').fill('Low tide at noon');
  await page.getByText('Ready to publish.').waitFor();
  await page.clock.install();
  await page.route('**/api/v1/console/assignments', async () => undefined);
  const isSent = page.waitForRequest('**/api/v1/console/assignments');
  await button('Publish').click();
  await isSent;
  await page.locator('textarea[name=message]:disabled').waitFor();
  await page.clock.fastForward(minuteMs);
  await page.getByRole('region', { name: 'Results' }).getByText('The service is not responding').waitFor();
  expect(await page.getByLabel('Message').isEnabled()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await page.unroute('**/api/v1/console/assignments');
  await button('Publish').click();
  await page.getByRole('heading', { name: 'Low tide at noon', level: 1 }).waitFor();
});
