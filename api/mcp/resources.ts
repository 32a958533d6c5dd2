import { ProtocolError, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { McpServer } from '@modelcontextprotocol/server';
import { check, runAs } from '../faces/serve';
import { ApiError } from '../http/errors';
import { getPlatformCapabilities } from '../platforms/getPlatformCapabilities';
import { presentCapabilities } from '../platforms/present';
import type { ToolCall } from '../faces/mcpTool';
import { refusalError } from './refusalResult';
import type { ScopeCheck } from './scopes';

const mimeType = 'application/json';
const uriOf = (platform: string): string => `cds://platforms/${platform}/capabilities`;

/** The capabilities of each platform, as `get_platform_capabilities` has them, for clients that show resources. */
export function registerResources(server: McpServer, call: ToolCall, needs: ScopeCheck): void {
  // As tools/list, the list is open to every token: a client sees the resources that it could ask for.
  const platforms = async () => answered(call, async () => [...call.deps.platforms.values()]);
  const template = new ResourceTemplate(uriOf('{platform}'), {
    list: async () => ({
      resources: (await platforms()).map(({ slug, name }) => ({
        uri: uriOf(slug),
        name: `${slug}-capabilities`,
        title: `What ${name} takes`,
        mimeType,
      })),
    }),
    complete: {
      platform: async (begun) => (await platforms()).map(({ slug }) => slug).filter((slug) => slug.startsWith(begun)),
    },
  });
  const description = 'Types of posts, limits of their media, and fields of their payload';
  server.registerResource(
    'platform-capabilities',
    template,
    { title: 'What a platform takes', description, mimeType, scopeChallenge: needs('mcp.read') },
    async ({ href }, { platform }) => ({
      contents: [{ uri: href, mimeType, text: await answered(call, async () => capabilitiesAt(href, platform, call)) }],
    }),
  );
}

/** @throws ProtocolError for every fault: the protocol's server would answer any other error with its own words */
async function answered<T>(call: ToolCall, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ProtocolError ? error : refusalError(error, call);
  }
}

/** @throws ResourceNotFoundError for a platform that is not known */
async function capabilitiesAt(uri: string, platform: unknown, call: ToolCall): Promise<string> {
  try {
    const checked = check(getPlatformCapabilities, { given: { platform }, faults: {}, names: {} });
    return JSON.stringify(presentCapabilities(await runAs(getPlatformCapabilities, checked, call)));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'NOT_FOUND') throw new ResourceNotFoundError(uri);
    throw error;
  }
}
