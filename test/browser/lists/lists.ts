import type { BrowserContextOptions, Locator, Page, Request } from 'playwright-core';
import { useApp } from '../../support/callers/app';
import type { BuiltUser } from '../../support/callers/people';
import { until } from '../../support/until';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, faultsOf, openConsole, service } from '../consoleReader';
import { buildOwner } from '../consoleScreens';

/** A list: its screen, the request that reads it, and the text at its end. Empty screens: consoleEmpty. */
export type List = [path: string, request: string, end: string | RegExp];

/** The body of an answer that tells of a fault of the service. */
export const fault = { error: 'INTERNAL', message: 'Something went wrong.', details: {} };

/** The API, and a user who has something in each list. */
export function useLists() {
  const app = useApp({ baseUrl: consoleUrl, consoleUrl });
  const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
  const owner = use(async () => buildOwner(app));
  const stopping = useStopping();
  /** Opens a browser for a person, the owner unless another is named. */
  const enter = async (options: BrowserContextOptions = {}, person: BuiltUser = owner): Promise<Page> => {
    const { context, page } = await openConsole(chromium, person, options);
    stopping(context);
    return page;
  };
  return { app, enter };
}

/** Opens the filters of the list of posts. @returns their sheet */
export async function openFilters(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await sheet.waitFor();
  return sheet;
}

/** Opens the filters of the list of posts, sets one of them, and goes back to the list. */
export async function setFilter(page: Page, filter: string, value: string | { label: string }): Promise<void> {
  const sheet = await openFilters(page);
  const field = sheet.getByLabel(filter);
  await (typeof value === 'string' && filter.startsWith('Created') ? field.fill(value) : field.selectOption(value));
  await sheet.getByRole('button', { name: 'Show posts' }).click();
  await sheet.waitFor({ state: 'hidden' });
}

/**
 * Sees a list say that it loads, that it cannot be read, the next step then, and where it ends.
 * @returns the findings of axe while the list loads, and when it cannot be read
 */
export async function faultsInStates(page: Page, [path, request, end]: List): Promise<unknown[]> {
  const list = await hold(page, request);
  await page.goto(`${consoleUrl}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await until(list.isAlone, { wanted: 'this list alone is waited for' });
  await page.getByRole('status', { name: 'Loading' }).first().waitFor();
  const loading = await faultsOf(page);

  list.fail();
  const alert = page.getByRole('alert').first();
  await alert.getByText('give the operator this request ID: request-7').waitFor();
  const failed = await faultsOf(page);

  await page.unroute(request);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor({ state: 'detached' });
  await page.getByText(end).first().waitFor();
  return [...loading, ...failed];
}

/** Keeps the requests for these addresses without an answer, until they are to fail. */
async function hold(page: Page, addresses: string) {
  const [waiting, unanswered] = [new Set<Request>(), new Set<Request>()];
  page.on('request', (sent) => unanswered.add(sent));
  page.on('requestfinished', (sent) => unanswered.delete(sent));
  page.on('requestfailed', (sent) => unanswered.delete(sent));
  let fail = (): void => undefined;
  const failing = new Promise<void>((resolve) => (fail = resolve));
  await page.route(addresses, async (route) => {
    waiting.add(route.request());
    await failing;
    await route.fulfill({ status: 500, json: fault, headers: { 'x-request-id': 'request-7' } });
  });
  return {
    /** Tells whether all other requests have their answers: parts that still load wait for the held requests. */
    isAlone: () => waiting.size > 0 && [...unanswered].every((sent) => waiting.has(sent)),
    fail,
  };
}
