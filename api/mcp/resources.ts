import { ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import type { McpServer } from '@modelcontextprotocol/server';
import { check, runAs } from '../faces/serve';
import { ApiError } from '../http/errors';
import { getPlatformCapabilities } from '../platforms/getPlatformCapabilities';
import { listPlatforms } from '../platforms/listPlatforms';
import { presentCapabilities } from '../platforms/present';
import type { ToolCall } from './mcpTool';
import { scopeNeeded } from './scopes';

const mimeType = 'application/json';
const uriOf = (platform: string): string => `cds://platforms/${platform}/capabilities`;

/** What each platform takes, for clients that show resources to their user: the same as `get_platform_capabilities`. */
export function registerResources(server: McpServer, call: ToolCall): void {
  const platforms = async () => runAs(listPlatforms, { input: {} }, call);
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
    { title: 'What a platform takes', description, mimeType, scopeChallenge: scopeNeeded('mcp.read', call) },
    async ({ href }, { platform }) => ({
      contents: [{ uri: href, mimeType, text: await capabilitiesAt(href, platform, call) }],
    }),
  );
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
