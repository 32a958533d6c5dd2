import { readFileSync } from 'node:fs';
import { usePaying } from '../../api/billing/paying';
import { until } from '../../support/until';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, faultsOf, openConsole, service } from '../consoleReader';

const paying = usePaying({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(paying.app.url).host }));
const stopping = useStopping();

async function openBilling() {
  const owner = await paying.owner();
  const { context, page } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(`${consoleUrl}/billing`);
  return page;
}

it('somebody buys credits, and sees them when they are booked', async () => {
  const page = await openBilling();
  const buy = page.getByRole('region', { name: 'Buy credits' });
  await buy.getByLabel('Credits').fill('2500');
  await buy.getByRole('button', { name: 'Pay $50', exact: true }).click();
  await page.getByRole('button', { name: 'Pay $50.00' }).click();
  await page.getByRole('heading', { name: 'Payment pending', level: 1 }).waitFor();
  await page.getByText('Your payment is being confirmed.').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  await paying.bring(await paying.newEvents());
  await page.getByRole('heading', { name: 'Payment received', level: 1 }).waitFor();
  await page.getByText('2,500 credits added. You now have 3,000 credits.').waitFor();
  await page.getByRole('link', { name: 'Back to billing' }).click();
  await page.getByRole('region', { name: 'Plan' }).getByText('2,500 credits left from purchases').waitFor();
  await page.getByRole('region', { name: 'Transactions' }).getByRole('link', { name: 'Bought', exact: true }).click();
  await page.getByRole('row', { name: 'Created by The service, after payment', exact: true }).waitFor();
});

it('a payment page that is left says that nothing was paid', async () => {
  const page = await openBilling();
  await page.getByRole('region', { name: 'Buy credits' }).getByRole('button', { name: 'Pay $20', exact: true }).click();
  await page.getByRole('link', { name: 'Back without paying' }).click();
  await page.getByRole('heading', { name: 'Payment not completed', level: 1 }).waitFor();
  expect(await page.getByRole('status').innerText()).toContain('Your credits and plan stay as they were.');
});

it('somebody chooses a plan, sees it count, and finds the page that changes it', async () => {
  const page = await openBilling();
  await paying.newEvents();
  await page.getByRole('button', { name: 'Choose Creator' }).click();
  await page.getByRole('button', { name: 'Pay $19.00' }).click();
  await page.getByRole('heading', { name: 'Payment pending', level: 1 }).waitFor();
  await paying.bring(await paying.newEvents());
  await page.getByText('Your plan is now Creator: 5,000 credits per billing cycle.').waitFor();
  await page.getByRole('link', { name: 'Back to billing' }).click();
  await page.getByText('Paid with visa •••• 4242.').waitFor();
  await page.getByRole('button', { name: 'Manage plan, cards, and invoices' }).click();
  await page.getByRole('button', { name: 'Switch to Business' }).waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('heading', { name: 'Billing', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/billing');
});

it('a plan that was cancelled is chosen again while its cycle runs, and counts as paid when it is', async () => {
  const owner = await paying.owner();
  await paying.newEvents();
  await paying.pay(await paying.checkout(owner, { plan: 'creator' }));
  await paying.bring(await paying.newEvents());
  const subscription = (await paying.state()).subscriptions.at(-1);
  await paying.control('cancel', { subscription: subscription.id });
  await paying.bring(await paying.newEvents());
  const { context, page } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(`${consoleUrl}/billing`);
  await page.getByRole('button', { name: 'Choose Business' }).waitFor();
  await page.getByRole('button', { name: 'Resubscribe to Creator' }).click();
  await page.getByRole('button', { name: 'Pay $19.00' }).click();
  await page.getByRole('heading', { name: 'Payment pending', level: 1 }).waitFor();
  await page.waitForResponse('**/console/billing/finance-state');
  expect(await page.getByText('Your plan is now Creator').count()).toBe(0);
  await paying.bring(await paying.newEvents());
  await page.getByText('Your plan is now Creator: 5,000 credits per billing cycle.').waitFor();
  await page.getByRole('link', { name: 'Back to billing' }).click();
  await page.getByRole('button', { name: 'Switch to Business' }).waitFor();
  expect(await page.getByRole('button', { name: /^(Choose|Resubscribe)/ }).count()).toBe(0);
});

it('a browser that goes back from the payment page finds the ways to it open again', async () => {
  const page = await openBilling();
  const ways = [
    page.getByRole('button', { name: 'Pay $20', exact: true }),
    page.getByRole('button', { name: 'Choose Creator' }),
  ];
  // Without content the browser stays: as in a browser that goes back, all is as it was left.
  await page.route('**/*', async (route) =>
    route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : route.fallback(),
  );
  for (const way of ways) {
    const left = page.waitForRequest((sent) => sent.isNavigationRequest());
    await way.click();
    await left;
    expect(await way.isDisabled()).toBe(true);
  }
  const read = page.waitForResponse('**/console/billing/finance-state');
  await page.evaluate("window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  await read;
  for (const way of ways) await until(async () => way.isEnabled(), { wanted: 'a way to the payment' });
  expect(await faultsOf(page)).toEqual([]);
});

it('a transaction is shown whole, and the list is searched, narrowed and exported', async () => {
  const page = await openBilling();
  const transactions = page.getByRole('region', { name: 'Transactions' });
  const search = transactions.getByRole('textbox', { name: 'Search', exact: true });
  const exported = async () => {
    const download = page.waitForEvent('download');
    await transactions.getByRole('button', { name: 'Export as CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('transactions.csv');
    return readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
  };
  await transactions.getByLabel('Type').selectOption('Bought');
  await transactions.getByText('No transactions match these filters').waitFor();
  expect(await exported()).toHaveLength(1);
  await transactions.getByRole('button', { name: 'Clear filters' }).click();
  await transactions.getByText('All 1 shown').waitFor();
  await search.fill('nothing of this kind');
  await transactions.getByText('No transactions match these filters').waitFor();
  expect(await exported()).toHaveLength(1);
  await page.goBack();
  await transactions.getByText('All 1 shown').waitFor();
  expect(await search.inputValue()).toBe('');
  await transactions.getByLabel('Type').selectOption('Granted');
  await page.waitForURL(/type=grant/);
  expect(await exported()).toHaveLength(2);
  await transactions.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('row', { name: /^Type Granted/ }).waitFor();
  await page.getByRole('row', { name: 'Created by The service', exact: true }).waitFor();
});

it('a member is given a limit, which the API then keeps', async () => {
  const owner = await paying.owner();
  const { context, page } = await openConsole(chromium, owner);
  stopping(context);
  await page.goto(`${consoleUrl}/billing`);
  const save = page.getByRole('button', { name: 'Save limit for Ada' });
  const limitOf = async () => (await owner.call('GET', '/api/v1/console/billing/member-limits')).body.items[0];
  for (const [typed, said, kept] of [
    ['120', 'Ada can use 120 credits per billing cycle.', 120],
    ['', 'Ada can use all credits.', null],
  ] as const) {
    await page.getByLabel('Limit for Ada', { exact: true }).fill(typed);
    await save.click();
    await page.getByText(said).waitFor();
    expect(await limitOf()).toMatchObject({ monthlyLimit: kept });
    // A saved limit is nothing to save.
    await page.locator('[aria-label="Save limit for Ada"]:disabled').waitFor();
  }
});
