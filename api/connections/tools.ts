import type { z } from 'zod';
import type { KeptList } from '../../models/connections/ChannelList';
import { timestampOrNull } from '../http/fields';
import { pageFields, presentPage } from '../http/paging';
import { pageOfAll } from '../faces/toolPages';
import type { TenantContext } from '../useCase';
import { changes, reads, readsOutside } from '../faces/hints';
import { mcpTool } from '../faces/mcpTool';
import { sayPage } from '../faces/toolSchema';
import { getConnection } from './getConnection';
import { listCategories } from './listCategories';
import { listConnections } from './listConnections';
import { listPlaylists } from './listPlaylists';
import { nextOfConnection, nextOfList } from './nextCalls';
import { presentConnection, presentConnectionListItem, presentTokens } from './present';
import { refreshConnectionToken } from './refreshConnectionToken';
import { Connection } from './schema';
import { ToolChannelList, ToolConnectionList, ToolTokenState } from './toolSchema';

const connectAgain = 'The owner of the channel has to connect it again: connect_channel makes an address for that.';

/** The lists of a channel have up to a thousand entries: models get them in pages. */
const pages = pageFields(50);
type PageWanted = { page: number; limit: number };
type KeptPage = ReturnType<typeof pageOfKept>;
function pageOfKept({ items, fetchedAt }: KeptList, wanted: { page: number; limit: number }) {
  return { ...pageOfAll(items, wanted), fetchedAt };
}

const playlistsInPages = {
  ...listPlaylists,
  input: listPlaylists.input.extend(pages),
  run: async (context: TenantContext, { page, limit, ...wanted }: z.output<typeof listPlaylists.input> & PageWanted) =>
    pageOfKept(await listPlaylists.run(context, wanted), { page, limit }),
};
const categoriesInPages = {
  ...listCategories,
  input: listCategories.input.extend(pages),
  run: async (context: TenantContext, { page, limit, ...wanted }: z.output<typeof listCategories.input> & PageWanted) =>
    pageOfKept(await listCategories.run(context, wanted), { page, limit }),
};

export const connectionTools = [
  mcpTool(listConnections, {
    name: 'list_connections',
    title: 'List channels',
    description:
      'Lists the connected channels to which posts can be published, newest first, with their ids and whether one needs attention: ' +
      'with includeInactive also those that are switched off.',
    hints: reads,
    schema: ToolConnectionList,
    present: (found) =>
      presentPage(found, (one) => ({
        ...presentConnectionListItem(one),
        tokenStatus: one.connection.tokenStatus,
        accessEndsAt: timestampOrNull(one.connection.accessEndsAt),
      })),
    say: sayList,
    next: nextOfList,
  }),
  mcpTool(getConnection, {
    name: 'get_connection',
    title: 'Get a channel',
    description: 'Tells whether a channel can be published to, and the counters that its platform gave last.',
    hints: reads,
    schema: Connection,
    present: presentConnection,
    say: sayConnection,
    next: nextOfConnection,
  }),
  mcpTool(playlistsInPages, {
    name: 'list_playlists',
    title: 'List the playlists of a channel',
    description: 'Lists the playlists of a channel with their ids, for `payload.playlistId`. Free.',
    hints: readsOutside,
    schema: ToolChannelList,
    present: presentChoices,
    say: (list) => sayChoices(list, 'This channel has no playlists.'),
    next: () => null,
  }),
  mcpTool(categoriesInPages, {
    name: 'list_categories',
    title: 'List the categories of videos',
    description: 'Lists the categories into which a video of a channel can be put, for `payload.categoryId`. Free.',
    hints: readsOutside,
    schema: ToolChannelList,
    present: presentChoices,
    say: (list) => sayChoices(list, 'Posts of this channel have no categories.'),
    next: () => null,
  }),
  mcpTool(refreshConnectionToken, {
    name: 'refresh_connection_token',
    title: 'Renew the access to a channel',
    description:
      'Asks the platform for new tokens of a channel at once. Tokens are renewed by themselves; use this for a channel ' +
      'whose token has expired, before you retry its posts.',
    hints: { ...changes, idempotentHint: true },
    schema: ToolTokenState,
    present: (renewed, { connectionId }) => ({ connectionId: String(connectionId), ...presentTokens(renewed) }),
    say: ({ tokenStatus }) =>
      tokenStatus === 'valid'
        ? 'The access is renewed. Posts that failed with TOKEN_EXPIRED can be retried with retry_assignment.'
        : `The platform refused to renew the access. ${connectAgain}`,
    next: ({ connectionId, tokenStatus }) =>
      tokenStatus === 'valid'
        ? { tool: 'list_assignments', arguments: { connectionId, status: 'failed' } }
        : { tool: 'get_connection', arguments: { connectionId } },
  }),
];

function sayList(list: ToolConnectionList): string {
  const lines = list.items.map(({ id, name, platform, isActive, tokenStatus, accessEndsAt }) =>
    [
      `${id}: ${name} (${platform})`,
      isActive ? 'active' : 'inactive',
      ...(tokenStatus === 'valid' ? [] : [`needs attention: its token is ${tokenStatus}`]),
      ...(accessEndsAt === null ? [] : [`to be connected again before ${accessEndsAt}`]),
    ].join(', '),
  );
  if (list.total > 0) return sayPage('connections', list, lines);
  return 'There is no connected channel that fits. connect_channel makes an address at which the owner of a channel connects it.';
}

function sayChoices(list: ToolChannelList, none: string): string {
  if (list.total === 0) return none;
  return sayPage(
    'entries',
    list,
    list.items.map(({ id, title }) => `${id}: ${title}`),
  );
}

function presentChoices({ fetchedAt, ...page }: KeptPage): z.input<typeof ToolChannelList> {
  return { ...page, fetchedAt: fetchedAt.toISOString() };
}

function sayConnection({ name, platform, isActive, tokenStatus }: Connection): string {
  return [`${name} on ${platform} is ${isActive ? 'active' : 'inactive'}, its token is ${tokenStatus}.`, next()].join(
    ' ',
  );

  function next(): string {
    if (!isActive) return 'Nothing is published to it until somebody activates it in the console.';
    if (tokenStatus === 'expired') return `Try refresh_connection_token. If it stays expired: ${connectAgain}`;
    return tokenStatus === 'missing' ? connectAgain : 'Posts can be published to it.';
  }
}
