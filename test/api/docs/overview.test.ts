import { overviewText } from '../../../api/docs/overview';
import { routes } from '../../../api/routes';
import { tools } from '../../../api/tools';
import { publishCredits } from '../../../domain/credits';
import { mcpScopes } from '../../../domain/mcp';
import { createPlatforms } from '../../../platforms';
import { stranger } from '../../support/actors';
import type { Json } from '../../support/actors';
import { testConsoleUrl, useApp } from '../../support/callers/app';
import { youtubeSettings } from '../../support/platforms/youtube';
import { use } from '../../support/use';

const app = useApp();
const behindPath = useApp({ baseUrl: 'https://host.example/delivery' });
const answered = use(async () => stranger(app)('GET', '/llms.txt'));
const text = () => String(answered.body);
/** The section below a heading; the text before the first one for ''. */
const sectionOf = (heading: string) =>
  text()
    .split(/^## /m)
    .find((part) => part.startsWith(heading)) ?? '';
const linksIn = (markdown: string) => Array.from(markdown.matchAll(/\]\(([^()\s]+)\)/g), ([, url]) => url!);

describe('/llms.txt', () => {
  it('has the form of llmstxt.org: a title, a sentence, text without headings, and lists of links, the optional ones last', () => {
    expect(answered.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const [title, sentence] = text().split('\n\n');
    expect(title).toBe('# Content Delivery Service');
    expect(sentence).toMatch(/^> [^\n]+\.$/);
    // A comment of a command has the same sign.
    const headings = text()
      .replace(/```sh[^]*?```/, '')
      .match(/^#+ .*$/gm);
    expect(headings).toEqual([title, '## Interfaces', '## Guides', '## Reference', '## Optional']);
    for (const heading of headings!.slice(1)) {
      const lines = sectionOf(heading.slice(3)).trim().split('\n').slice(2);
      expect([heading, lines.length > 0]).toEqual([heading, true]);
      for (const line of lines) expect(line).toMatch(/^- \[[^\]]+\]\(https:\/\/[^()\s]+\): \S/);
    }
  });

  it('has 8 KiB at most', () => {
    expect(Buffer.byteLength(text())).toBeLessThanOrEqual(8192);
  });

  it.each([
    ['at the root', app],
    ['behind a path', behindPath],
  ])('has only links that are answered: %s', async (_where, api) => {
    const { baseUrl } = api.deps.config;
    const links = linksIn(String((await stranger(api)('GET', '/llms.txt')).body));
    expect(links.length).toBeGreaterThan(12);
    for (const url of links.filter((link) => link !== testConsoleUrl)) {
      expect(url.startsWith(`${baseUrl}/`)).toBe(true);
      expect([url, (await stranger(api)('GET', url.slice(baseUrl.length))).status]).toEqual([url, 200]);
    }
    expect(links).toContain(testConsoleUrl);
  });

  it('names only operations and addresses that the OpenAPI document has', async () => {
    const { paths }: Json = (await stranger(app)('GET', '/openapi.json')).body;
    const named = Array.from(text().matchAll(/`(GET|POST|PUT|PATCH|DELETE) (\/\S+)`/g), ([, method, path]) => [
      method,
      path,
    ]);
    expect(named.length).toBeGreaterThan(8);
    for (const [method, path] of named)
      expect([path, method, typeof paths[path!]?.[method!.toLowerCase()]]).toEqual([path, method, 'object']);
    const { baseUrl } = app.deps.config;
    const addresses = Array.from(text().matchAll(/https:\/\/[^\s"()`…]+/g), ([url]) => url.replace(/[.,;]$/, ''));
    const own = addresses.filter((url) => url.startsWith(`${baseUrl}/`) && !url.startsWith(`${baseUrl}/docs/`));
    const unknown = own.filter(
      (url) => paths[url.slice(baseUrl.length).replace('$ASSIGNMENT_ID', '{id}')] === undefined,
    );
    expect([own.length > 5, unknown]).toEqual([true, []]);
  });

  it('names each tool of assistants under its scope, and the price of each type', () => {
    for (const scope of mcpScopes) {
      const names = tools.flatMap((tool) => (tool.scope === scope ? [tool.name] : []));
      expect(text()).toContain(`\`${scope}\` (${names.join(', ')})`);
    }
    for (const [type, credits] of Object.entries(publishCredits)) expect(text()).toContain(`${type} ${credits}`);
  });

  it('tells of the platforms that this installation offers, and of no other', () => {
    const platforms = createPlatforms({ youtube: youtubeSettings('https://youtube.example') });
    const config = { baseUrl: 'https://api.example', consoleUrl: 'https://console.example', rateLimitPerMinute: 77 };
    const one = overviewText({ config, platforms, routes, tools, pages: [] });
    expect(one).toContain('channels of YouTube, at once');
    expect(one).toContain('credits: youtube: video 10, short 5.');
    expect(one).toContain('77 requests a minute');
    expect(one).not.toMatch(/facebook/i);
  });
});

describe('a page for callers', () => {
  it('is Markdown in which every link and address leads somewhere, and no picture is shown', async () => {
    const pages = linksIn(text()).filter((url) => url.endsWith('.md'));
    const { baseUrl } = app.deps.config;
    for (const page of pages) {
      const { headers, body } = await stranger(app)('GET', page.slice(baseUrl.length));
      expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
      expect(body).toMatch(/^# /m);
      expect(body).not.toMatch(/!\[|api\.example\.com/);
      const links = linksIn(String(body).replace(/^```[^]*?^```$/gm, '')).filter((link) => !/^(?:https:|#)/.test(link));
      for (const link of links) {
        const { pathname } = new URL(link, page);
        expect([page, link, (await stranger(app)('GET', pathname)).status]).toEqual([page, link, 200]);
      }
    }
    expect(pages.length).toBeGreaterThan(8);
  });

  it('has the address of this installation where the documents have an example', async () => {
    const { body } = await stranger(app)('GET', '/docs/guides/assistants.md');
    expect(body).toContain(`${app.deps.config.baseUrl}/_mcp`);
  });

  it.each([
    '/docs/runbook.md',
    '/docs/README.md',
    '/docs/guides/',
    '/docs/guides/nothing.md',
    '/docs/guides/..%2f..%2fpackage.json',
  ])('is not at %s', async (path) => {
    expect((await stranger(app)('GET', path)).status).toBe(404);
  });
});
