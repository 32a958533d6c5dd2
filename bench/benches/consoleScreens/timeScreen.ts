import type { Browser } from 'playwright-core';

const limitMs = 60_000;

/** A person who is logged in. */
export interface Reader {
  readonly consoleUrl: string;
  /** Of a session. */
  readonly token: string;
}

/**
 * Looks in each frame of the page whether it is whole: to ask from outside, again and again, would take half a second more.
 * It counts from the beginning of the navigation.
 */
const watch = `globalThis.wholeMs = new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('the screen is not whole')), ${limitMs});
  const look = () => {
    const isWhole = document.querySelector('main h1') && !document.querySelector('[aria-label=Loading], .mantine-Skeleton-root:not([role=img]), #console template');
    if (isWhole) resolve(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})`;

/**
 * Opens a screen with an empty cache. It is whole when it has its title, and no part of it is still read or drawn. A chart comes after its screen.
 * @returns the milliseconds until then
 */
export async function timeScreen(browser: Browser, { consoleUrl, token }: Reader, path: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  try {
    const session = JSON.stringify(JSON.stringify({ token, email: 'bench@example.com' }));
    await context.addInitScript(`sessionStorage.setItem('session', ${session})`);
    await context.addInitScript(watch);
    const page = await context.newPage();
    await page.goto(`${consoleUrl}${path}`, { waitUntil: 'commit' });
    return await page.evaluate<number>('globalThis.wholeMs');
  } finally {
    await context.close();
  }
}
