import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { z } from 'zod';
import { demoOwner } from './demoData/workspace';
import { ask } from './demoData/ask';
import { makeAssistantPages } from './screenshots/assistant';
import { launchChromium } from './screenshots/launchChromium';
import { makePosts } from './screenshots/posts';
import { screenNames, screensOf } from './screenshots/screens';
import type { Reader, Screen } from './screenshots/screens';

const usage = `npm run screenshots            takes all pictures of docs/screenshots anew
npm run screenshots -- NAME …  takes those of these screens

\`npm start\` has to run, with the history of \`npm run demo\`. Each run publishes a
post in its demo, mails an invitation, and lets an assistant in until its end.
`;
const root = join(__dirname, '..');
const folder = join(root, 'docs', 'screenshots');
const looks = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
] as const satisfies BrowserContextOptions[];
/** The charts and the live numbers come after the screen. */
const restMs = 1500;

const RunFile = z.object({
  apiUrl: z.string(),
  sandbox: z.object({ url: z.string() }),
  demo: z.object({ apiKey: z.string(), email: z.string(), password: z.string() }),
});
type Run = z.infer<typeof RunFile>;
const First = z.object({ items: z.tuple([z.object({ id: z.string() })], z.unknown()) });
type Tokens = Record<Exclude<Reader, 'nobody'>, { email: string; token: string }>;

/** @returns the exit code */
async function main(names: readonly string[]): Promise<number> {
  const runFile = join(root, '.data', 'run.json');
  if (!existsSync(runFile)) return refuse('Nothing runs here: begin with `npm start`, and leave it running.\n');
  const run = RunFile.parse(JSON.parse(readFileSync(runFile, 'utf8')));
  const unknown = names.filter((name) => !screenNames.includes(name));
  if (unknown.length > 0) return refuse(`There is no screen ${unknown.join(', ')}.\n\n${usage}`);
  const tokens = { history: await logIn(run, demoOwner), demo: await logIn(run, run.demo) };
  const browser = await launchChromium();
  try {
    const isWanted = ({ name }: Screen) => names.length === 0 || names.includes(name);
    return await takeAll(browser, run, tokens, isWanted);
  } finally {
    await browser.close();
  }
}

/** Takes all wanted pictures, of posts, an invitation and an assistant made for them. The running post is cancelled in the end. */
async function takeAll(browser: Browser, run: Run, tokens: Tokens, isWanted: (screen: Screen) => boolean) {
  const callbackUrl = `${run.sandbox.url}/_sandbox/receiver/demo`;
  const { apiUrl, sandbox, demo } = run;
  const posts = await makePosts({ apiUrl, sandboxUrl: sandbox.url, apiKey: demo.apiKey, callbackUrl });
  try {
    const assistant = await makeAssistantPages(browser, { apiUrl, apiKey: demo.apiKey });
    const wanted = screensOf({
      posts,
      deliveryId: await firstOf(run, tokens.demo.token, 'webhooks/deliveries'),
      transactionId: await firstOf(run, tokens.history.token, 'transactions'),
      invitation: await invite(run, tokens.demo.token),
      assistant,
      person: demo,
    }).filter(isWanted);
    for (const screen of wanted) for (const look of looks) await take(browser, run, tokens, screen, look);
    await assistant.stop();
    process.stdout.write(`${wanted.length * looks.length} pictures are in docs/screenshots. Look at each of them.\n`);
    return 0;
  } finally {
    await posts.stop();
  }
}

async function logIn({ apiUrl }: Run, { email, password }: { email: string; password: string }) {
  const Session = z.object({ token: z.string() });
  return { email, ...(await ask(Session, `${apiUrl}/api/v1/auth/login`, { body: { email, password } })) };
}

async function firstOf({ apiUrl }: Run, token: string, list: string): Promise<string> {
  return (await ask(First, `${apiUrl}/api/v1/console/${list}?limit=1`, { token })).items[0].id;
}

/** @returns the path of the link that was mailed */
async function invite({ apiUrl, sandbox }: Run, token: string): Promise<string> {
  const email = `picture.${randomBytes(3).toString('hex')}@example.com`;
  const auth = `${apiUrl}/api/v1/auth/organizations`;
  const organizationId = (await ask(First, auth, { token })).items[0].id;
  await ask(z.unknown(), `${auth}/${organizationId}/invitations`, {
    token,
    body: { email, role: 'member' },
  });
  const Mails = z.object({ mails: z.array(z.object({ to: z.array(z.string()), text: z.string() })) });
  for (let tries = 0; tries < 100; tries += 1) {
    const { mails } = await ask(Mails, `${sandbox.url}/_sandbox/mailbox`);
    const [, path] =
      /https?:\/\/[^/\s]+(\/invitations\/\S+)/.exec(mails.find(({ to }) => to.includes(email))?.text ?? '') ?? [];
    if (path !== undefined) return path;
    await sleep(200);
  }
  throw new Error(`no mail came to ${email}`);
}

type Look = (typeof looks)[number];

async function take(browser: Browser, { apiUrl }: Run, tokens: Tokens, screen: Screen, look: Look): Promise<void> {
  const { name, path, reader, act, isOneWindow } = screen;
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce' });
  if (reader !== 'nobody') {
    const session = JSON.stringify(JSON.stringify(tokens[reader]));
    await context.addInitScript(`sessionStorage.setItem('session', ${session})`);
  }
  const page = await context.newPage();
  await page.goto(`${apiUrl}${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.locator('[aria-label=Loading]').first().waitFor({ state: 'detached' });
  await act?.(page);
  if (isOneWindow !== true) await growWindow(page);
  else await page.waitForTimeout(restMs);
  await page.screenshot({ path: join(folder, `${name}-${look.viewport.width}-${look.colorScheme}.png`) });
  await context.close();
}

/**
 * Makes the window as high as the page. Parts that are drawn when they come near to the window are there then, and a bar that
 * sticks to the window is at the end.
 */
async function growWindow(page: Page): Promise<void> {
  const { width = 0 } = page.viewportSize() ?? {};
  for (let before = 0; ;) {
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    if (height === before) return;
    await page.setViewportSize({ width, height });
    await page.waitForTimeout(restMs);
    before = height;
  }
}

function refuse(message: string): number {
  process.stderr.write(message);
  return 2;
}

void main(process.argv.slice(2))
  .catch((error: unknown) => refuse(`${error instanceof Error ? error.message : String(error)}\n`))
  .then((code) => {
    process.exitCode = code;
  });
