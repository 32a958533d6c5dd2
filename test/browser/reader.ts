import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { leastPatienceMs } from '../support/until';

/** A user with a browser of their own, a keyboard and no mouse; and everything visible over their shoulder. */
export interface Reader {
  page: Page;
  context: BrowserContext;
  /** Every address that was asked for, redirects included. */
  asked: string[];
  /** Every address that stood in the address bar. */
  stood: string[];
  /** The pages that were looked at. */
  read: { url: string; text: string; markup: string }[];
  /** The complaints of the browser, breaches of a content policy included. */
  complaints: string[];
  /** Opens an address. */
  visit: (url: string) => Promise<void>;
  /** Goes to the link or button with this name, and through it. */
  press: (name: string) => Promise<void>;
  /** Goes to the choices of the form, and takes the choice whose name begins so. */
  pick: (name: string) => Promise<void>;
}

const stepsMax = 20;

/** A new reader, whose browser knows nothing of the others'. */
export async function sitDown(browser: Browser, options: BrowserContextOptions = {}): Promise<Reader> {
  const context = await browser.newContext({ viewport: { width: 320, height: 640 }, ...options });
  context.setDefaultTimeout(leastPatienceMs);
  const page = await context.newPage();
  const seen = { asked: [], stood: [], read: [], complaints: [] } as Pick<
    Reader,
    'asked' | 'stood' | 'read' | 'complaints'
  >;
  context.on('request', (request) => seen.asked.push(request.url()));
  page.on('framenavigated', (frame) => seen.stood.push(frame.url()));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.complaints.push(message.text());
  });
  page.on('pageerror', (error) => seen.complaints.push(error.message));
  return {
    page,
    context,
    ...seen,
    visit: async (url) => void (await page.goto(url)),
    press: async (name) => {
      await go(page, 'Tab', new RegExp(`^- (link|button) "${name}"`));
      const loaded = page.waitForEvent('load');
      await page.keyboard.press('Enter');
      await loaded;
    },
    pick: async (name) => {
      await go(page, 'Tab', /^- radio/);
      await go(page, 'ArrowDown', new RegExp(`^- radio "${name}.*\\[checked\\]`));
    },
  };
}

/** Presses a key until the focus is on the wanted element, by its name in a screen reader; the focus is visible. */
async function go(page: Page, key: string, wanted: RegExp): Promise<void> {
  for (let count = 0; count < stepsMax; count += 1) {
    await page.keyboard.press(key);
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0 || !wanted.test(await focused.ariaSnapshot())) continue;
    const outline = await page.evaluate<string>('getComputedStyle(document.activeElement).outline');
    expect(outline).toMatch(/ solid [2-9]px$/);
    return;
  }
  throw new Error(`${key} does not lead to ${wanted.source}`);
}

/**
 * Looks at the page as it stands: it has a title, one heading above all others, a name for all that can be used, and it
 * fits a narrow screen.
 */
export async function expectGoodPage({ page, read }: Reader, heading: string): Promise<void> {
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(await page.title()).not.toBe('');
  expect(await page.locator('h1').allInnerTexts()).toEqual([heading]);
  const outline = await page.locator('body').ariaSnapshot();
  expect(outline).toContain('- main:');
  expect(outline).not.toMatch(/- (link|button|radio|checkbox|textbox|combobox|group)(?! ")/);
  const root = 'document.documentElement';
  expect(await page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`)).toBe(0);
  read.push({ url: page.url(), text: await page.locator('body').innerText(), markup: await page.content() });
}
