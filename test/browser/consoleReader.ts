import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright-core';
import { sitDown } from './reader';
import type { Reader } from './reader';

/** The host in the service's own address. */
export const service = 'localhost:9';
export const consoleUrl = `http://${service}`;

/** A user before the console, logged in if there is a token. */
export async function openConsole(
  browser: Browser,
  session?: { token: string; email: string },
  options: BrowserContextOptions = {},
): Promise<Reader> {
  const reader = await sitDown(browser, {
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    ...options,
  });
  if (session) {
    const { token, email } = session;
    await reader.context.addInitScript(
      // A tab keeps its name: it is logged in once.
      `if (location.origin === '${consoleUrl}' && window.name === '') {
        window.name = 'entered';
        sessionStorage.setItem('session', ${JSON.stringify(JSON.stringify({ token, email }))});
      }`,
    );
  }
  for (const script of [noteShifts, noteTransitions]) await reader.context.addInitScript(script);
  return reader;
}

/** Sums up how far the page moves by itself (W3C Layout Instability), since the last look of `shiftOf`. */
const noteShifts = `
  window.shift = { sum: 0, moved: [] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      window.shift.sum += value;
      window.shift.moved.push(...sources.map(({ node }) => node?.textContent.slice(0, 60)));
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Notes each property that changes by and by. */
const noteTransitions = `
  window.transitions = [];
  addEventListener('transitionrun', ({ target, propertyName }) =>
    window.transitions.push(propertyName + ' of ' + target.cloneNode().outerHTML.slice(0, 120)));`;

/** The properties that changed by and by since the last look: none for a user who prefers less motion. */
export async function transitionsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>('window.transitions.splice(0)');
}

/** The browser calls a page good up to 0.1 (web.dev/articles/cls). */
const shiftMax = 0.05;

/** The texts that moved by themselves since the last look, if they moved far. */
export async function shiftedOf(page: Page): Promise<string[]> {
  const { sum, moved } = await page.evaluate<{ sum: number; moved: string[] }>(`new Promise((resolve) =>
    requestAnimationFrame(() => setTimeout(() => {
      resolve(window.shift);
      window.shift = { sum: 0, moved: [] };
    })))`);
  return sum > shiftMax ? [`moved by ${sum.toFixed(2)}`, ...moved] : [];
}

interface Finding {
  id: string;
  nodes: { html: string; failureSummary: string }[];
}

/** Rules that passed and selectors are not described: that took a fifth of the processor time of such files. */
const findingsAlone = { resultTypes: ['violations'], selectors: false };

/** The findings of axe by WCAG 2.2 AA and its best practices. It runs beside the page's own policy. */
export async function faultsOf(page: Page): Promise<unknown[]> {
  await untilDrawn(page);
  if (!(await page.evaluate<boolean>('"axe" in window')))
    await page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const { violations } = await page.evaluate<{ violations: Finding[] }>(`axe.run(${JSON.stringify(findingsAlone)})`);
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)]);
}

const drawn = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))';

/** Waits until all that is read is drawn, and can be seen: a screen is drawn piece by piece (console/parts/Later.tsx). */
export async function untilDrawn(page: Page): Promise<void> {
  await untilGone(page, '#console template');
}

/** Waits until all of the page is read and drawn, and can be seen. */
export async function untilWhole(page: Page): Promise<void> {
  await untilGone(page, '#console template, [aria-label=Loading]');
}

async function untilGone(page: Page, part: string): Promise<void> {
  await page.locator(part).first().waitFor({ state: 'detached' });
  await page.evaluate(drawn);
}

/** The pixels by which the page is wider than its window. */
export async function overhangOf(page: Page): Promise<number> {
  const root = 'document.documentElement';
  return page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`);
}

/**
 * The texts that are cut off without a sign: their box hides the part wider than itself. A text that ends with an
 * ellipsis is cut on purpose, and its whole is elsewhere.
 */
export async function clippedOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('main *, header *, nav *')].filter((one) => {
    const { overflowX, textOverflow, position, webkitLineClamp } = getComputedStyle(one);
    const hasText = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    const isShown = one.checkVisibility() && one.clientWidth > 1 && position !== 'absolute';
    const isCut = ['hidden', 'clip'].includes(overflowX) && one.scrollWidth > one.clientWidth + 1;
    return hasText && isShown && isCut && textOverflow !== 'ellipsis' && webkitLineClamp === 'none';
  }).map((one) => one.textContent)`);
}

/** The columns whose headings stand at another side than their cells. */
export async function misalignedOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('table.listing')].flatMap((table) => {
    const cells = table.querySelector('tbody tr')?.children ?? [];
    const isAtEnd = (one) => ['right', 'end'].includes(getComputedStyle(one).textAlign);
    const headings = [...table.querySelectorAll('thead th')];
    return headings.filter((one, place) => cells[place] && isAtEnd(one) !== isAtEnd(cells[place]));
  }).map((one) => one.textContent)`);
}

/** Keeps a change from the service: a request to this address that does more than read. @returns lets it through */
export async function holdChange(page: Page, address: string): Promise<() => Promise<void>> {
  let note = (_route: Route): void => undefined;
  const kept = new Promise<Route>((resolve) => (note = resolve));
  await page.route(address, async (route) => (route.request().method() === 'GET' ? route.continue() : note(route)));
  return async () => (await kept).continue();
}

const tabsMax = 120;

/** Moves the focus with one key alone to the element of this name. */
export async function tabTo(page: Page, name: string, key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab'): Promise<void> {
  for (let count = 0; count < tabsMax; count += 1) {
    await page.keyboard.press(key);
    const focused = page.locator(':focus');
    if ((await focused.count()) === 0) continue;
    // A group is followed by its elements.
    const [first = ''] = (await focused.ariaSnapshot()).split('\n');
    if (first.includes(`"${name}"`)) return;
  }
  throw new Error(`${key} does not lead to ${name}`);
}
