import type { Json } from '../../support/actors';
import { useApp } from '../../support/callers/app';
import { callIn, eras } from '../../support/callers/mcp';
import { buildMcpGrant } from '../../support/build/mcpGrant';
import { buildCaller } from '../../support/callers/caller';
import { use } from '../../support/use';

/** contract.md §9: the views of tools (MCP Apps, SEP-1865). test/browser/views shows them. */

const app = useApp();
const caller = use(async () => buildCaller(app));
const shown = [
  ['create_upload', 'ui://content-delivery-service/upload', ['https://api.example']],
  ['preview_post', 'ui://content-delivery-service/post', undefined],
] as const;

describe.each(eras)('in the protocol of %s', (era) => {
  const ask = async (method: string, params: Json = {}): Promise<Json> => {
    const { accessToken } = await buildMcpGrant(caller, { scopes: ['mcp.write'] });
    return (await callIn(era, app, accessToken, { method, params })).message['result'];
  };

  it('the tools that have a view name it, and no other tool does', async () => {
    const { tools } = await ask('tools/list');
    const named = tools.flatMap(({ name, _meta: meta }: Json) => (meta ? [[name, meta.ui.resourceUri]] : []));
    expect(named.toSorted()).toEqual(shown.map(([tool, uri]) => [tool, uri]));
  });

  it.each(shown)(
    'the view of %s is a page that loads nothing, and asks this service at most',
    async (_tool, uri, asks) => {
      const { resources } = await ask('resources/list');
      const about = resources.find((resource: Json) => resource.uri === uri);
      const { contents } = await ask('resources/read', { uri });
      expect([about.mimeType, contents.length, contents[0].mimeType]).toEqual([
        'text/html;profile=mcp-app',
        1,
        'text/html;profile=mcp-app',
      ]);
      expect([about['_meta'].ui.csp?.connectDomains, contents[0]['_meta'].ui.csp?.connectDomains]).toEqual([
        asks,
        asks,
      ]);
      expect(contents[0].text).toMatch(/^<!doctype html>/);
      expect(contents[0].text).not.toMatch(/(?:src|href)="|https?:\/\//);
      expect(contents[0].text.length).toBeLessThan(20_000);
    },
  );
});
