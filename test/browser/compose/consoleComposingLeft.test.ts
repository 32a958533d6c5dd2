import type { Page, Route } from 'playwright-core';
import { Assignment } from '../../../models/assignments/Assignment';
import { buildConnection } from '../../support/build/connection';
import { buildUser } from '../../support/callers/people';
import { until } from '../../support/until';
import { choose, useComposing } from './composing';
import { faultsOf } from '../consoleReader';

const { app, open } = useComposing();

const creation = '**/api/v1/console/assignments';

/** A user publishes a text to these Pages. The requests that create the posts wait in this list. */
async function publishTo(names: readonly string[]) {
  const user = await buildUser(app);
  for (const name of ['Cliffs', 'Dunes']) await buildConnection(user, { name, platform: 'facebook' });
  const writer = await open(user);
  const { page, button } = writer;
  for (const name of names) await page.getByRole('checkbox', { name }).check();
  await choose(page, 'Text');
  await page.getByLabel('Message').fill('Low tide at noon');
  const waiting: Route[] = [];
  await page.route(creation, (route) => void waiting.push(route));
  await button(/^Publish/).click();
  await until(() => waiting.length === 1);
  const rowsOf = async () => Assignment.findAll({ where: { workspaceId: user.workspaceId }, raw: true });
  return { ...writer, waiting, rowsOf };
}

async function goTo(page: Page, screen: string): Promise<void> {
  await page.getByRole('link', { name: screen, exact: true }).first().click();
  await page.getByRole('heading', { name: screen, level: 1 }).waitFor();
}

it('the draft notes each post that is sent while its writer is elsewhere, and a refusal is told there', async () => {
  const { page, button, waiting, rowsOf } = await publishTo(['Cliffs', 'Dunes']);
  const message = page.getByLabel('Message');
  const locked = page.locator('textarea[name=message]:disabled');
  await locked.waitFor();
  expect(await button('Start over').isDisabled()).toBe(true);
  expect(await faultsOf(page)).toEqual([]);
  await goTo(page, 'Overview');
  await waiting[0]!.continue();
  await until(() => waiting.length === 2);

  // It is still being sent when they come back.
  await goTo(page, 'Compose');
  const report = page.getByRole('region', { name: 'Results' });
  await report.getByText(/^Dunes: .*View post/).waitFor();
  await locked.waitFor();
  await goTo(page, 'Overview');
  await waiting[1]!.fulfill({ status: 503, json: { error: 'UNAVAILABLE', message: 'It is busy.' } });
  await page.getByRole('alert').getByText('Cliffs: This could not be completed right now').waitFor();
  await page.unroute(creation);

  await goTo(page, 'Compose');
  await report.getByText(/^Dunes: .*View post/).waitFor();
  expect(await message.inputValue()).toBe('Low tide at noon');
  expect(await page.getByRole('checkbox', { checked: true, disabled: true }).count()).toBe(1);
  await button('Publish to 1 remaining channel').click();
  await page.getByRole('region', { name: 'Posts created' }).waitFor();
  expect(await rowsOf()).toHaveLength(2);
});

it('somebody who has left the form before its post was made stays where they are, and the form is empty again', async () => {
  const { page, waiting, rowsOf } = await publishTo(['Cliffs']);
  await goTo(page, 'Overview');
  await waiting[0]!.continue();
  await page.getByText('Post created.').waitFor();
  expect(await page.locator('h1').allInnerTexts()).toEqual(['Overview']);
  await goTo(page, 'Compose');
  await page.getByRole('checkbox').first().waitFor();
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  expect(await rowsOf()).toHaveLength(1);
});

it('somebody who comes back to the form while its post is made sees there that it is', async () => {
  const { page, waiting, rowsOf } = await publishTo(['Cliffs']);
  await goTo(page, 'Overview');
  await goTo(page, 'Compose');
  await page.locator('textarea[name=message]:disabled').waitFor();
  await waiting[0]!.continue();
  await page.getByRole('region', { name: 'Post created' }).getByRole('link', { name: 'View post' }).waitFor();
  expect(await rowsOf()).toHaveLength(1);
});
