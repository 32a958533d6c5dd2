import { consoleUrl, faultsOf } from '../consoleReader';
import { faultsInStates, useLists } from './lists';
import type { List } from './lists';

const { enter } = useLists();

const lists: List[] = [
  ['/assistants', '**/console/mcp-grants', '1 assistant'],
  ['/organization', '**/organizations/*/members', '2 members'],
  ['/organization', '**/organizations/*/invitations', '1 invitation'],
  ['/billing', '**/console/billing/pricing', '3 plans'],
  ['/billing', '**/console/transactions?*', /^All \d shown/],
  ['/billing', '**/console/billing/member-limits', '2 members'],
  ['/billing', '**/console/billing/usage-by-member', /credits in total$/],
  ['/billing', '**/console/transactions/overview', 'No charges yet'],
];

it.each(lists)(
  '%s says of %s that it loads, that it cannot be read and what to do, and where it ends',
  async (...list) => {
    expect(await faultsInStates(await enter({ viewport: { width: 390, height: 844 } }), list)).toEqual([]);
  },
);

it('offline, a screen says so and what to do, and goes on when the network is back', async () => {
  const page = await enter();
  await page.goto(consoleUrl);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  await page.route('**/api/v1/console/mcp-grants', async (route) => route.abort('internetdisconnected'));
  await page.getByRole('link', { name: 'Assistants' }).click();
  const alert = page.getByRole('alert');
  await alert.getByText('The service is not responding').waitFor();
  await alert.getByText('Check your internet connection').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.unroute('**/api/v1/console/mcp-grants');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('1 assistant', { exact: true }).waitFor();
});
