import type { Browser } from 'playwright-core';

const limitMs = 60_000;

/** A person who is logged in. */
export interface Reader {
  readonly consoleUrl: string;
  /** Of a session. */
  readonly token: string;
}

/**
 * Opens a screen with an empty cache. It is whole when it has its title, and no part of it is still being read.
 * @returns the milliseconds until then
 */
export async function timeScreen(browser: Browser, { consoleUrl, token }: Reader, path: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  try {
    const session = JSON.stringify(JSON.stringify({ token, email: 'bench@example.com' }));
    await context.addInitScript(`sessionStorage.setItem('session', ${session})`);
    const page = await context.newPage();
    await page.goto(`${consoleUrl}${path}`, { waitUntil: 'commit' });
    await page.locator('main h1').first().waitFor({ timeout: limitMs });
    await page.locator('[aria-label=Loading]').first().waitFor({ state: 'detached', timeout: limitMs });
    // It counts from the beginning of the navigation.
    return await page.evaluate<number>('performance.now()');
  } finally {
    await context.close();
  }
}
