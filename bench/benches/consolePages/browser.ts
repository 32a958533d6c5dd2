import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import type { Workshop } from '../../Bench';

const root = join(__dirname, '..', '..', '..');
const Found = z.object({ path: z.string() });

/** The path of the browser of the tests (bin/local/chromium.mjs). @throws Error where there is none */
export async function findBrowser({ processes }: Workshop): Promise<string> {
  const code = `import { findChromium } from './bin/local/chromium.mjs'; console.log(JSON.stringify(findChromium()));`;
  const args = ['--input-type=module', '-e', code];
  const answer = await processes.run({ name: 'chromium', command: process.execPath, args, cwd: root });
  return Found.parse(JSON.parse(answer)).path;
}

export async function startBrowser(workshop: Workshop): Promise<Browser> {
  const executablePath = await findBrowser(workshop);
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
}

/** Does `work` on a screen of the console, opened by somebody whose browser has kept nothing. */
export async function onScreen<T>(
  browser: Browser,
  { apiUrl, path, token }: { apiUrl: string; path: string; token: string },
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const session = JSON.stringify(JSON.stringify({ token, email: 'bench@example.com' }));
    await context.addInitScript(`sessionStorage.setItem('session', ${session})`);
    const page = await context.newPage();
    await page.goto(`${apiUrl}${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('[aria-label=Loading]').first().waitFor({ state: 'detached' });
    return await work(page);
  } finally {
    await context.close();
  }
}

/** When the page first showed anything, from the beginning of its navigation (W3C Paint Timing). */
export async function firstPaintOf(page: Page): Promise<number> {
  return page.evaluate<number>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
}

/** When what takes most of the window was drawn (W3C Largest Contentful Paint). */
export async function largestPaintOf(page: Page): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) =>
    new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
      .observe({ type: 'largest-contentful-paint', buffered: true }))`);
}

/** How many bytes all scripts have that the page has loaded, each of them gzipped. Without the palette, which comes later. */
export async function scriptBytesOf(page: Page): Promise<number> {
  const urls = await page.evaluate<string[]>("performance.getEntriesByType('resource').map(({ name }) => name)");
  const scripts = [...new Set(urls)].filter((url) => /\/(?!Palette)[^/]*\.js$/.test(url));
  const bytes = await Promise.all(scripts.map(async (url) => gzipSync(await (await fetch(url)).arrayBuffer()).length));
  return bytes.reduce((sum, one) => sum + one, 0);
}

/** The slowest of some interactions, from the input to the next frame (W3C Event Timing): the INP of so few. */
export async function slowestOf(page: Page, interact: () => Promise<void>): Promise<number> {
  await page.evaluate(`{
    window.durations = [0];
    new PerformanceObserver((list) => {
      const interactions = list.getEntries().filter(({ interactionId }) => interactionId > 0);
      window.durations.push(...interactions.map(({ duration }) => duration));
    }).observe({ type: 'event', durationThreshold: 16 });
  }`);
  await interact();
  // The observer hears of an event in the frame after it.
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200)))');
  return page.evaluate<number>('Math.max(...window.durations)');
}
