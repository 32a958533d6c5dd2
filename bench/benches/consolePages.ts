import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import type { Bench, Figure, Preparation, Round, Sample, Workshop } from '../Bench';
import { atMost, shown, valuesOf } from '../figures';
import { readCount } from '../readCount';
import { requestJson } from '../requestJson';
import type { TunedService } from '../startTuned';
import { firstPaintOf, largestPaintOf, onScreen, scriptBytesOf, slowestOf, startBrowser } from './consolePages/browser';
import { days, fillWorkspace } from './consolePages/fillWorkspace';

const firstPaintMsMax = 1000;
const interactionMsMax = 100;
const lagMsMax = 1000;
/** The palette apart, which is loaded a second after all else (test/browser/lists/consoleEmpty.test.ts). */
const scriptBytesMax = 250_000;

/** The screens that people open first, by the names of their figures. */
const screens = {
  overview: '/',
  assignments: '/assignments',
  calendar: '/calendar',
  analytics: `/analytics?days=${days}`,
  billing: '/billing',
} as const;

/** Somebody opens the console, and works in it. */
export const consolePages: Bench = {
  name: 'consolePages',
  summary: 'The console in Chromium: first paint, interactions, loaded JavaScript, and how soon a change is shown.',
  options: { posts: { default: '10000', description: `how many the workspace has made in ${days} days` } },
  prepare: async (workshop, options) => prepare(workshop, readCount('posts', options['posts'], 1000, 1_000_000)),
};

const One = z.object({ id: z.string() });

/** Somebody who is logged in, before a service that is filled. */
interface Visit {
  readonly browser: Browser;
  readonly service: TunedService;
  readonly token: string;
}

async function prepare(workshop: Workshop, count: number): Promise<Preparation> {
  const { service, token, mediaUrl, connectionId, planned } = await fillWorkspace(workshop, count);
  const visit: Visit = { browser: await startBrowser(workshop), service, token };
  const run = async (): Promise<Sample> => {
    const sample: Record<string, number> = {};
    const id = await planPost(visit, connectionId, mediaUrl);
    for (const [name, path] of Object.entries(screens)) Object.assign(sample, await load(visit, name, path));
    return {
      ...sample,
      tableMs: await on(visit, screens.assignments, async (page) => slowestOf(page, async () => readTable(page))),
      calendarMs: await on(visit, screens.calendar, async (page) =>
        slowestOf(page, async () => turnMonths(page, planned)),
      ),
      lagMs: await on(visit, `/assignments/${id}`, async (page) => lagOf(page, visit, id)),
    };
  };
  return { arms: [{ name: 'pages', run }], judge };
}

async function on<T>({ browser, service, token }: Visit, path: string, work: (page: Page) => Promise<T>): Promise<T> {
  return onScreen(browser, { apiUrl: service.apiUrl, path, token }, work);
}

async function load(visit: Visit, name: string, path: string): Promise<Sample> {
  return on(visit, path, async (page) => ({
    [`${name}FirstMs`]: await firstPaintOf(page),
    [`${name}LargestMs`]: await largestPaintOf(page),
    ...(path === screens.overview && { scriptBytes: await scriptBytesOf(page) }),
  }));
}

/** Somebody turns pages, selects all posts of one, and types what to search. */
async function readTable(page: Page): Promise<void> {
  for (const shownRows of ['21 to 40 of', '41 to 60 of']) {
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText(shownRows).waitFor();
  }
  await page.getByRole('checkbox', { name: 'Select all posts of this page' }).click();
  await page.getByText('20 posts selected').waitFor();
  await page.getByLabel('Search', { exact: true }).pressSequentially('zephyr');
  await page.waitForURL(/search=zephyr/);
}

/** Somebody opens the full month, a week of it, and the month again. */
async function turnMonths(page: Page, planned: number): Promise<void> {
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByText(`All ${planned} shown`).waitFor();
  await page.getByText('Week', { exact: true }).click();
  await page.getByRole('row', { name: /^14:00/ }).waitFor();
  await page.getByText('Month', { exact: true }).click();
  await page.getByText(`All ${planned} shown`).waitFor();
}

/** Makes a post that waits for a far time. @returns its id */
async function planPost({ service, token }: Visit, connectionId: string, mediaUrl: string): Promise<string> {
  const scheduledAt = new Date(Date.now() + days * 86_400_000).toISOString();
  const body = { connectionId, type: 'video', mediaUrl, payload: { title: 'Watched' }, scheduledAt };
  return (await requestJson(One, `${service.apiUrl}/api/v1/console/assignments`, { apiKey: token, body })).id;
}

/** @returns the time from the request that cancels the post to the word for it on the page, in milliseconds */
async function lagOf(page: Page, { service, token }: Visit, assignmentId: string): Promise<number> {
  await page.getByText('Live', { exact: true }).waitFor();
  const seen = page.evaluate<number>(`new Promise((resolve) => {
    const badges = () => [...document.querySelectorAll('.mantine-Badge-label')];
    const isShown = () => badges().some(({ textContent }) => textContent === 'Cancelled');
    new MutationObserver(() => isShown() && resolve(Date.now()))
      .observe(document.body, { childList: true, subtree: true, characterData: true });
  })`);
  const beganMs = Date.now();
  const url = `${service.apiUrl}/api/v1/console/assignments/${assignmentId}`;
  const { status } = await fetch(url, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
  if (status !== 204) throw new Error(`a cancellation is answered with ${status}`);
  return (await seen) - beganMs;
}

/** The figures of these rounds against ARCHITECTURE.md §6. */
export function judge(rounds: readonly Round[]): Figure[] {
  const values = (name: string) => valuesOf(rounds, 'pages', name);
  const names = Object.keys(screens);
  return [
    ...names.map((name) =>
      atMost(firstPaintMsMax, `${name}: first contentful paint`, values(`${name}FirstMs`), { digits: 0, unit: 'ms' }),
    ),
    ...names.map((name) =>
      shown(`${name}: largest contentful paint`, values(`${name}LargestMs`), { digits: 0, unit: 'ms' }),
    ),
    atMost(interactionMsMax, 'slowest interaction with the table', values('tableMs'), { digits: 0, unit: 'ms' }),
    atMost(interactionMsMax, 'slowest interaction with the calendar', values('calendarMs'), { digits: 0, unit: 'ms' }),
    atMost(lagMsMax, 'from a cancellation to the open page', values('lagMs'), { digits: 0, unit: 'ms' }),
    atMost(scriptBytesMax, 'JavaScript that the overview loads, gzipped', values('scriptBytes'), {
      digits: 0,
      unit: 'bytes',
    }),
  ];
}
