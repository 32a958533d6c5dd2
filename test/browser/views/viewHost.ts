import type { Browser, FrameLocator, Page } from 'playwright-core';
import type { Json } from '../../support/actors';
import { callIn } from '../../support/callers/mcp';
import type { TestApp } from '../../support/callers/app';
import { evaluate } from '../../support/programs';
import { startServer } from '../../support/servers/server';
import { use } from '../../support/use';

/** A view that a client shows, with everything that it does. */
export interface ShownView {
  page: Page;
  frame: FrameLocator;
  /** The view's words in the conversation. */
  said: string[];
  /** The pages that it asked the client to open. */
  opened: string[];
  /** The tools that it called. */
  called: string[];
  complaints: string[];
}

interface Showing {
  tool: string;
  given: Json;
  theme?: 'light' | 'dark';
  /** The client passes on neither words nor calls. */
  isMute?: boolean;
  /** The client lets views ask nobody, whatever they declare. */
  isClosed?: boolean;
  /** A result of before: the conversation is opened again. */
  result?: Json;
}

/** The host's script, in one piece. */
const bundle = `import { build } from 'vite';
  const lib = { entry: 'test/browser/views/host.mjs', formats: ['iife'], name: 'host' };
  const [{ output }] = await build({ configFile: false, logLevel: 'error', build: { write: false, minify: false, lib } });
  console.log(JSON.stringify(output[0].code));`;

/** A client of `app` in a browser, which shows the views of its tools. */
export function useViewHost(app: TestApp, browser: Browser, token: () => string) {
  const site = use(async () => {
    const script = await evaluate<string>(bundle);
    const markup = '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Client</title><h1>Chat</h1>';
    return startServer(({ url }, response) => {
      response.setHeader('content-type', url === '/host.js' ? 'text/javascript' : 'text/html; charset=utf-8');
      response.end(url === '/host.js' ? script : `${markup}<script src="/host.js"></script></html>`);
    });
  });
  const ask = async (method: string, params: Json): Promise<Json> =>
    (await callIn('legacy', app, token(), { method, params })).message['result'];
  const callTool = async (name: string, given: Json): Promise<Json> => ask('tools/call', { name, arguments: given });

  /** Calls the tool and shows its view, as the list of tools and the resource say. */
  return async ({ tool, given, theme = 'light', isMute = false, isClosed = false, ...before }: Showing) => {
    const { tools } = await ask('tools/list', {});
    const { resourceUri: uri } = tools.find(({ name }: Json) => name === tool)['_meta'].ui;
    const { contents } = await ask('resources/read', { uri });
    const { text, _meta: meta } = contents[0];
    const context = await browser.newContext({ viewport: { width: 390, height: 700 }, colorScheme: 'light' });
    const page = await context.newPage();
    const shown: ShownView = {
      page,
      frame: page.frameLocator('iframe'),
      said: [],
      opened: [],
      called: [],
      complaints: [],
    };
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) shown.complaints.push(message.text());
    });
    page.on('pageerror', (error) => shown.complaints.push(error.message));
    await page.exposeFunction('callTool', async (name: string, argument: Json) => {
      shown.called.push(name);
      return callTool(name, argument);
    });
    await page.exposeFunction('heard', ({ content }: Json) => void shown.said.push(content[0].text));
    await page.exposeFunction('opened', (url: string) => void shown.opened.push(url));
    await page.goto(site.url);
    const result = before.result ?? (await callTool(tool, given));
    const connectDomains = isClosed ? [] : (meta.ui.csp?.connectDomains ?? []);
    const view = { text, connectDomains, theme, isMute, input: given, result };
    await page.evaluate(`show(${JSON.stringify(view)})`);
    return { ...shown, result, stop: async () => context.close() };
  };
}
