import { buildAssignment } from '../../support/build/assignment';
import { buildConnection } from '../../support/build/connection';
import { useApp } from '../../support/callers/app';
import { buildUser } from '../../support/callers/people';
import { use, useStopping } from '../../support/use';
import { launchChromium } from '../chromium';
import { consoleUrl, openConsole, service, shiftedOf, untilDrawn, untilWhole } from '../consoleReader';

const app = useApp({ baseUrl: consoleUrl, consoleUrl });
const chromium = use(async () => launchChromium({ [service]: new URL(app.url).host }));
const stopping = useStopping();

/** Of one task. Between two tasks a phone answers the user. */
const elementsMax = 80;

/** Notes how many elements each task adds to the page: what one task draws is reported at once. */
const noteDrawing = `window.drawn = [];
  new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.nodeType === 1);
    window.drawn.push(added.reduce((sum, node) => sum + 1 + node.querySelectorAll('*').length, 0));
  }).observe(document, { subtree: true, childList: true });`;

const user = use(async () => {
  const built = await buildUser(app);
  const { connectionId } = await buildConnection(built, { name: 'Field Notes' });
  for (let count = 1; count < 12; count += 1) await buildConnection(built, { name: `Channel ${count}` });
  const soonMs = Date.now() + 3_600_000;
  for (let count = 0; count < 40; count += 1)
    await buildAssignment({ ...built, connectionId }, { scheduledAt: new Date(soonMs + count * 40_000_000) });
  return built;
});

it.each(['/', '/assignments', '/calendar', '/compose', '/connections', '/analytics', '/billing', '/webhooks'])(
  'no task draws more of %s than a phone draws at once',
  async (path) => {
    const { context, page } = await openConsole(chromium, user, { viewport: { width: 412, height: 823 } });
    stopping(context);
    await page.addInitScript(noteDrawing);
    await page.goto(consoleUrl + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await untilWhole(page);
    const drawn = await page.evaluate<number[]>('window.drawn');
    expect(drawn.filter((count) => count > elementsMax)).toEqual([]);
  },
);

it.each([412, 768, 1440])(
  'answers that come late move nothing that is drawn below them, at %s pixels',
  async (width) => {
    const { context, page } = await openConsole(chromium, user, { viewport: { width, height: 823 } });
    stopping(context);
    let answer = (): void => undefined;
    const released = new Promise<void>((resolve) => (answer = resolve));
    // The strip of the week waits for these. The parts below it are drawn before.
    await page.route('**/console/assignments?scheduledFrom=*', async (route) => {
      await released;
      await route.continue();
    });
    await page.goto(consoleUrl);
    await page.getByRole('heading', { name: 'Went live' }).waitFor();
    await untilDrawn(page);
    answer();
    await untilWhole(page);
    expect(await shiftedOf(page)).toEqual([]);
  },
);
