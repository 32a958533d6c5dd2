import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { buildUser } from '../../support/callers/people';
import { until } from '../../support/until';
import { consoleUrl, faultsOf } from '../consoleReader';
import { fault, setFilter, useLists } from './lists';

const { app, enter } = useLists();

it('the filters of the table are in the address, and a link with them can be widened again', async () => {
  const page = await enter();
  await page.goto(`${consoleUrl}/assignments?platform=facebook`);
  await page.getByText('No posts match these filters').waitFor();
  await setFilter(page, 'Platform', '');
  await page.getByText(/^All \d shown/).waitFor();
  await setFilter(page, 'Created before', '2020-01-01');
  await page.getByText('No posts match these filters').waitFor();
  expect(new URL(page.url()).searchParams.get('dateTo')).toContain('2020-01-01');
  await page.goBack();
  await page.getByText(/^All \d shown/).waitFor();

  await page.goto(`${consoleUrl}/webhooks`);
  await page.getByLabel('Status').selectOption('Delivered');
  await page.getByText('No webhooks match this filter').waitFor();
  expect(new URL(page.url()).searchParams.get('status')).toBe('delivered');
  await page.getByRole('button', { name: 'Clear filter' }).click();
  await page.getByText('All 1 shown').waitFor();
  await page.getByLabel('Status').selectOption('Pending');
  await page.getByText('All 1 shown').waitFor();
});

it('a next page that cannot be read says so, and is tried again', async () => {
  const user = await buildUser(app);
  const parent = { ...user, ...(await buildConnection(user)) };
  for (let number = 0; number < 21; number += 1) await buildAssignment(parent);
  const page = await enter({}, user);
  await page.goto(`${consoleUrl}/assignments`);
  await page.getByText('1 to 20 of 21').waitFor();
  await page.route('**/console/assignments?*', async (route) => route.fulfill({ status: 500, json: fault }));
  await page.getByRole('button', { name: 'Next page' }).click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.unroute('**/console/assignments?*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('21 to 21 of 21').waitFor();
});

it('a page whose last row has gone is left for the last page that there is', async () => {
  const user = await buildUser(app);
  const parent = { ...user, ...(await buildConnection(user)) };
  for (let number = 0; number < 21; number += 1) await buildAssignment(parent);
  const page = await enter({}, user);
  await page.goto(`${consoleUrl}/assignments?status=pending&page=2`);
  await page.getByText('21 to 21 of 21').waitFor();
  await page.getByRole('button', { name: /^Cancel post/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel post' }).click();
  await page.getByText('All 20 shown').waitFor();
  expect(await page.getByText('No posts match these filters').count()).toBe(0);
});

it('after an empty list, the next one says that it loads, and not that there is nothing', async () => {
  const page = await enter();
  await page.goto(`${consoleUrl}/assignments?search=nothing`);
  await page.getByText('No posts match these filters').waitFor();
  let answer = (): void => undefined;
  const released = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/console/assignments?*', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByText('No posts match these filters').waitFor({ state: 'detached' });
  expect(await page.getByText('No posts yet').count()).toBe(0);
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  answer();
  await page.getByText(/^All \d shown/).waitFor();
});

it('a pause in the typing is no step of the history, and the field follows the address', async () => {
  const page = await enter();
  await page.goto(`${consoleUrl}/assignments`);
  const field = page.getByRole('textbox', { name: 'Search', exact: true });
  const seeSearched = async (words: string) => {
    await page.waitForURL(({ searchParams }) => (searchParams.get('search') ?? '') === words);
    await until(async () => (await field.inputValue()) === words, { wanted: `“${words}” in the field` });
  };
  for (const words of ['coast', 'coast path']) {
    await field.fill(words);
    await seeSearched(words);
  }
  await page.goBack();
  await seeSearched('');
  await page.goForward();
  await seeSearched('coast path');
  await page.getByText(/^All \d shown/).waitFor();
});

it('while another filter is read, the rows of the last one cannot be acted on', async () => {
  const page = await enter();
  await page.goto(`${consoleUrl}/assignments`);
  const reschedule = page.getByRole('button', { name: /^Reschedule/ }).first();
  await reschedule.waitFor();
  let answer = (): void => undefined;
  const released = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/console/assignments?*', async (route) => {
    await released;
    await route.continue();
  });
  await setFilter(page, 'Status', 'failed');
  await page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'attached' });
  await reschedule.click();
  expect(await page.getByRole('dialog').count()).toBe(0);
  answer();
  await page.getByText('All 1 shown').waitFor();
  expect(await reschedule.count()).toBe(0);
});
