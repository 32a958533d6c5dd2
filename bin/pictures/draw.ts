import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { coast } from './coast';
import { emblems } from './emblems';
import { harbour } from './harbour';
import { town } from './town';
import { height, width } from './shapes';
import { launchChromium } from '../screenshots/launchChromium';

/** The pictures that the sandbox serves (sandbox/README.md). */
const folder = join(__dirname, '..', '..', 'sandbox', 'assets', 'pictures');
const quality = 60;

/** `npm run pictures`: draws all pictures of the demo anew. */
async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const browser = await launchChromium();
  try {
    for (const [name, drawing] of Object.entries({ ...harbour, ...coast, ...town }))
      await draw(browser, name, drawing, [width, height]);
    for (const [name, drawing] of Object.entries(emblems))
      await draw(browser, `${name}-emblem`, drawing, [height, height]);
  } finally {
    await browser.close();
  }
}

async function draw(
  browser: Browser,
  name: string,
  drawing: string,
  [wide, high]: readonly [number, number],
): Promise<void> {
  const page = await browser.newPage({ viewport: { width: wide, height: high } });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}">${drawing}</svg>`;
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
  await page.screenshot({ path: join(folder, `${name}.jpg`), type: 'jpeg', quality });
  await page.close();
}

void main();
