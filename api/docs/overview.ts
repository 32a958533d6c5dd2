import { assignmentStatuses, contentTypes, endedStatuses } from '../../domain/assignment';
import { liveStatsCredits, publishCredits, publishedUpdateCredits } from '../../domain/credits';
import { idempotencyKeyHours, pageSizeMax, scheduleAheadDaysMax } from '../../domain/limits';
import { mcpScopes } from '../../domain/mcp';
import type { McpScope } from '../../domain/mcp';
import type { Platforms } from '../../platforms';
import type { RouteDescription } from '../http/Route';
import { addressOfPage } from './callerPages';
import type { CallerPage } from './callerPages';

/** The parts of this installation that the overview tells of. */
export interface Overview {
  readonly config: { readonly baseUrl: string; readonly consoleUrl: string; readonly rateLimitPerMinute: number };
  readonly platforms: Platforms;
  readonly routes: readonly Pick<RouteDescription, 'operationId' | 'method' | 'path'>[];
  readonly tools: readonly { readonly name: string; readonly scope: McpScope | null }[];
  readonly pages: readonly CallerPage[];
}

/**
 * The text of `/llms.txt` (llmstxt.org): all that a model needs that knows the address of the service alone, in at most 8 KiB. Paths,
 * tools, platforms, prices and limits come from the code.
 */
export function overviewText(overview: Overview): string {
  const { config, platforms, pages } = overview;
  const { baseUrl, consoleUrl } = config;
  const names = Array.from(platforms.values(), ({ name }) => name).join(' and ');
  const linksTo = (isOne: (page: CallerPage) => boolean) =>
    pages.filter(isOne).map((page) => `- [${page.name}](${addressOfPage(baseUrl, page)}): ${page.about}`);
  const isGuide = ({ path }: CallerPage) => path.startsWith('guides/');
  return [
    '# Content Delivery Service',
    `> Publishes posts to channels of ${names}, at once or on time, each exactly once, and reports what has become of them.`,
    waysIn(overview),
    threeCalls(overview),
    rules(overview),
    '## Interfaces',
    [
      `- [OpenAPI 3.1](${baseUrl}/openapi.json): every operation with its fields, examples and refusals (large)`,
      `- [MCP server](${baseUrl}/.well-known/oauth-protected-resource/_mcp): how a client is let in to ${baseUrl}/_mcp`,
    ],
    '## Guides',
    linksTo(isGuide),
    '## Reference',
    linksTo((page) => !isGuide(page)),
    '## Optional',
    [
      `- [API page](${baseUrl}/docs): the OpenAPI document as a page, on which requests can be tried`,
      `- [Console](${consoleUrl}): the pages for people`,
    ],
  ]
    .map((part) => `${[part].flat().join('\n')}\n`)
    .join('\n');
}

function waysIn({ config: { baseUrl, consoleUrl }, pages, tools }: Overview): string[] {
  const toolsOf = (scope: McpScope) => tools.filter((tool) => tool.scope === scope).map(({ name }) => name);
  const guide = pages.find(({ path }) => path === 'guides/assistants.md');
  const [read, write] = mcpScopes.map((scope) => `\`${scope}\` (${toolsOf(scope).join(', ')})`);
  return [
    'There are two ways in. A post of the one is seen by the other.',
    '',
    `- **An assistant** connects to the MCP server at ${baseUrl}/_mcp by Streamable HTTP and OAuth 2.1. The client registers itself, and its ` +
      'user allows it on a page of this service. Nobody types a key into a chat: do not ask for one. ' +
      `Scopes: ${read}, and ${write}. Answers name the next call as \`next\`.` +
      (guide ? ` [How to connect each client](${addressOfPage(baseUrl, guide)})` : ''),
    `- **A program** sends JSON to the paths below, at ${baseUrl}, with the header \`Authorization: Bearer <API key>\`. The key begins with ` +
      `\`ds_live_\` and belongs to a workspace, whose owner gets one at ${consoleUrl}/credentials. Keep it out of browsers and logs.`,
  ];
}

function threeCalls({ config: { baseUrl }, routes }: Overview): string[] {
  const urlOf = (operationId: string) => baseUrl + operation(routes, operationId).path;
  const key = '-H "Authorization: Bearer $API_KEY"';
  return [
    'A program publishes in three calls:',
    '',
    '```sh',
    '# 1. The channels: take the `id` of an item.',
    `curl "${urlOf('listConnections')}" ${key}`,
    '',
    '# 2. The post, of media at a public address. Take the `id` of the answer (201). It costs credits and becomes public.',
    `curl "${urlOf('createAssignment')}" ${key} \\`,
    `  -H 'Content-Type: application/json' -H 'Idempotency-Key: post-4711' \\`,
    `  -d '{"connectionId": "'$CONNECTION_ID'", "type": "video", "mediaUrl": "'$MEDIA_URL'",`,
    `       "payload": {"title": "Walking the coast path", "privacy": "public"}}'`,
    '',
    `# 3. What has become of it: until \`status\` is ${oneOf(endedStatuses)}.`,
    `curl "${urlOf('getAssignment').replace('{id}', '$ASSIGNMENT_ID')}" ${key}`,
    '```',
  ];
}

function rules({ config: { rateLimitPerMinute }, platforms, routes }: Overview): string[] {
  const call = (operationId: string) => {
    const { method, path } = operation(routes, operationId);
    return `\`${method.toUpperCase()} ${path}\``;
  };
  const ways = assignmentStatuses.filter((status) => !endedStatuses.includes(status));
  return [
    `- **Channels.** None yet? ${call('createConnectionTicket')} with \`{"platform": "…", "redirectUrl": "https://…"}\` ` +
      'answers `authUrl`, at which the owner of a channel connects it in a browser.',
    `- **Types**, with their credits: ${pricesOf(platforms)}. ${call('getPlatformCapabilities')} has the fields of \`payload\` and the limits of media. ` +
      `An update of a live post costs ${publishedUpdateCredits}, live statistics ${liveStatsCredits}. ${call('getBillingStatus')} has the balance; ` +
      'with too few credits create answers 402.',
    `- **Check first**, free of charge: ${call('validateAssignment')} takes the body of create.`,
    `- **A file without a public address**: ${call('createUploadSession')} answers \`uploadUrl\` (tus 1.0, or one PATCH) and \`mediaUrl\`.`,
    `- **On time**: \`scheduledAt\` with an offset or \`Z\`, up to ${scheduleAheadDaysMax} days ahead. ${call('updateAssignment')} moves or edits, ` +
      `${call('cancelAssignment')} cancels, ${call('unpublishAssignment')} takes a live post down.`,
    `- **Status**: ${ways.join(' → ')}, then ${oneOf(endedStatuses)}. A failed one has \`errors: [{code, message}]\`: mend the cause, then ` +
      `${call('retryAssignment')}. \`OUTCOME_UNKNOWN\` means that it may be public: retry it, never create it anew.`,
    `- **Idempotency**: derive \`Idempotency-Key\` from what you publish. For ${idempotencyKeyHours} hours a repeat makes nothing, and answers the first ` +
      'post with `Idempotent-Replayed: true`. After a timeout or a 5xx repeat with the same key and body.',
    '- **Webhooks**: with `callbackUrl` in the body of create, each change of status is sent there, signed. Use them in place of polling.',
    `- **Limits**: ${rateLimitPerMinute} requests a minute for each key. 429 and 503 say in \`Retry-After\` how long to wait. Lists take \`page\` and ` +
      `\`limit\` (up to ${pageSizeMax}).`,
    '- **Errors**: `{error, message, details}`. Read `error`. The `details` of a 400 name each field. 401 and 403 are about the credential, 409 about ' +
      'the state: read the thing first. 404 is also the answer to ids of others.',
  ];
}

/** @throws Error if no route has this name, which no request can cause */
function operation(routes: Overview['routes'], operationId: string) {
  const found = routes.find((route) => route.operationId === operationId);
  if (!found) throw new Error(`there is no operation ${operationId}`);
  return found;
}

function pricesOf(platforms: Platforms): string {
  return Array.from(platforms, ([slug, { publishers }]) => {
    const types = contentTypes.filter((type) => publishers.has(type));
    return `${slug}: ${types.map((type) => `${type} ${publishCredits[type]}`).join(', ')}`;
  }).join('; ');
}

function oneOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
