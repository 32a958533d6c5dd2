import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { setScene } from './pictures/scene';
import type { Scene } from './pictures/scene';
import { picturesOf } from './pictures/screens';
import type { Picture } from './pictures/screens';

const root = join(__dirname, '..');
const folder = join(root, 'docs', 'screenshots');
const findChromium = `import { findChromium } from './bin/local/chromium.mjs';
  const { path, missing } = findChromium();
  if (path === undefined) throw new Error(missing);
  process.stdout.write(path);`;

interface Look {
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/** On a phone and on a desktop, by day and by night. */
const looks: readonly Look[] = [
  { width: 390, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 1440, colorScheme: 'light' },
  { width: 1440, colorScheme: 'dark' },
];

/**
 * `npm run pictures`: takes every picture in docs/screenshots anew, of the service that `npm start` has started and of
 * the history that `npm run demo` has written. Whoever takes them looks at each of them before it is committed.
 */
async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const executablePath = execFileSync(process.execPath, ['--input-type=module', '-e', findChromium], {
    cwd: root,
    encoding: 'utf8',
  });
  const scene = await setScene(join(root, '.data', 'run.json'));
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    for (const picture of picturesOf(scene.shown)) {
      process.stdout.write(`${picture.name}\n`);
      for (const look of looks) await take(browser, scene, picture, look);
    }
  } finally {
    await browser.close();
    await scene.strike();
  }
}

/** One picture of the whole page, as somebody sees it who has just opened it. */
async function take(
  browser: Browser,
  { apiUrl, people }: Scene,
  { name, viewer, path, act }: Picture,
  { width, colorScheme }: Look,
): Promise<void> {
  const viewport = { width, height: 900 };
  const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
  try {
    if (viewer !== 'nobody') {
      const session = JSON.stringify(JSON.stringify(people[viewer]));
      await context.addInitScript(`sessionStorage.setItem('session', ${session})`);
    }
    const page = await context.newPage();
    await page.goto(`${apiUrl}${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.locator('[aria-label=Loading]').first().waitFor({ state: 'detached' });
    await act?.(page);
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 500))');
    await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
  } finally {
    await context.close();
  }
}

void main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
