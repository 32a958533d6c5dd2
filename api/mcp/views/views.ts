import type { McpServer } from '@modelcontextprotocol/server';
import type { ViewName } from '../../faces/mcpTool';
import { postView } from './postView';
import { uploadView } from './uploadView';

/** The media type of views (MCP Apps, SEP-1865). */
const mimeType = 'text/html;profile=mcp-app';

interface View {
  readonly title: string;
  readonly description: string;
  readonly page: () => string;
  /** The view asks the service itself, without a credential of the host. */
  readonly asksService: boolean;
}

const views: Readonly<Record<ViewName, View>> = {
  upload: {
    title: 'Send a file',
    description: 'Where the person drops the file of an upload, for clients that show views',
    page: uploadView,
    asksService: true,
  },
  post: {
    title: 'A post before it is published',
    description: 'The post with its picture, time, price and faults, for clients that show views',
    page: postView,
    asksService: false,
  },
};

const uriOf = (view: string): string => `ui://content-delivery-service/${view}`;

/** The `_meta` of a tool whose answers a view shows. */
export function metaOf(view: ViewName | null): { _meta?: { ui: { resourceUri: string } } } {
  return view === null ? {} : { _meta: { ui: { resourceUri: uriOf(view) } } };
}

/** The views of tools, for clients that show them (MCP Apps). They are the same for everybody, so that any token may read them. */
export function registerViews(server: McpServer, { baseUrl }: { readonly baseUrl: string }): void {
  const { origin } = new URL(baseUrl);
  for (const [name, { title, description, page, asksService }] of Object.entries(views)) {
    const ui = { prefersBorder: true, ...(asksService && { csp: { connectDomains: [origin] } }) };
    const about = { title, description, mimeType, annotations: { audience: ['user' as const] }, _meta: { ui } };
    server.registerResource(`${name}-view`, uriOf(name), about, async ({ href }) => ({
      contents: [{ uri: href, mimeType, text: page(), _meta: { ui } }],
    }));
  }
}
