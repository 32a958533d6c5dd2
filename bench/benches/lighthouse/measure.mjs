/** Runs Lighthouse on each screen, as Node 22 and the packages beside it. Reads a request from its input, prints the scores. */
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

// npm has put the packages into the folder of this Node itself, which is no folder of this script.
const require = createRequire(process.execPath);
/** @param {string} name */
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);
const { default: lighthouse, desktopConfig } = await load('lighthouse');
const { launch } = await load('puppeteer-core');

const { apiUrl, token, browser: executablePath, formFactor, screens } = JSON.parse(await text(process.stdin));
const config = formFactor === 'desktop' ? desktopConfig : undefined;
const isRoot = process.getuid?.() === 0;
const browser = await launch({ executablePath, args: isRoot ? ['--no-sandbox'] : [] });
try {
  const page = await browser.newPage();
  // The session is in the storage of this tab, which therefore must not be emptied.
  const flags = { port: Number(new URL(browser.wsEndpoint()).port), disableStorageReset: true, logLevel: 'error' };
  /** @type {Record<string, Record<string, number>>} */
  const scores = {};
  for (const [name, path] of Object.entries(screens)) {
    if (path !== '/login' && !page.url().startsWith(apiUrl)) await page.goto(apiUrl);
    if (path !== '/login') await page.evaluate(logIn, JSON.stringify({ token, email: 'bench@example.com' }));
    const lhr = await runOn(path, async () => lighthouse(`${apiUrl}${path}`, flags, config, page));
    scores[name] = Object.fromEntries(
      Object.entries(lhr.categories).map(([category, { score }]) => [category, Math.round(100 * (score ?? 0))]),
    );
  }
  process.stdout.write(JSON.stringify(scores));
} finally {
  await browser.close();
}

/**
 * Chromium's trace may lack its beginning. Lighthouse then asks for another run.
 * @param {string} path
 * @param {() => Promise<{ lhr: { runtimeError?: { code: string, message: string } } }>} run
 */
async function runOn(path, run) {
  for (let runsLeft = 3; ;) {
    const { lhr } = await run();
    if (!lhr.runtimeError) return lhr;
    runsLeft -= 1;
    if (runsLeft === 0 || lhr.runtimeError.code !== 'NO_NAVSTART')
      throw new Error(`${path}: ${lhr.runtimeError.message}`);
  }
}

/** Runs in the page. @param {string} session */
function logIn(session) {
  sessionStorage.setItem('session', session);
}
