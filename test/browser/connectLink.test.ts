import { readFileSync } from 'node:fs';
import { buildMcpGrant } from '../support/build/mcpGrant';
import { useApp } from '../support/callers/app';
import { buildCaller } from '../support/callers/caller';
import { callTool } from '../support/callers/mcp';
import { use, useStopping } from '../support/use';
import { launchChromium } from './chromium';
import { expectGoodPage, sitDown } from './reader';

const app = useApp();
const caller = use(async () => buildCaller(app));
const grant = use(async () => buildMcpGrant(caller));
const chromium = use(async () => launchChromium({}));
const stopping = useStopping();

it.each([
  ['light', 390],
  ['light', 1440],
  ['dark', 390],
  ['dark', 1440],
] as const)(
  'the page by which an assistant lets a channel be connected gives axe nothing to complain of, and fits: %s, %i',
  async (colorScheme, width) => {
    const made = (await callTool(app, grant.accessToken, 'connect_channel', { platform: 'youtube' })).structured;
    const one = await sitDown(chromium, { viewport: { width, height: 844 }, colorScheme });
    stopping(one.context);
    await one.visit(made.connectUrl.replace(app.deps.config.baseUrl, app.url));
    await expectGoodPage(one, 'Connect a YouTube channel');
    await one.page.keyboard.press('Tab');
    expect(await one.page.locator(':focus').innerText()).toBe('Go on to YouTube');

    await one.page.evaluate(readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8'));
    const { violations } = await one.page.evaluate<{ violations: { id: string }[] }>('axe.run()');
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(one.complaints).toEqual([]);
  },
);
