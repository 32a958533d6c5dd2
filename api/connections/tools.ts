import { presentPage } from '../http/paging';
import { changes, reads, readsOutside } from '../faces/hints';
import { mcpTool } from '../faces/mcpTool';
import { sayPage } from '../faces/toolSchema';
import { getConnection } from './getConnection';
import { listCategories } from './listCategories';
import { listConnections } from './listConnections';
import { listPlaylists } from './listPlaylists';
import { presentConnection, presentConnectionListItem, presentList, presentTokens } from './present';
import { refreshConnectionToken } from './refreshConnectionToken';
import { ChannelList, Connection, ConnectionList, TokenState } from './schema';

const connectAgain = 'Ask the owner of the channel to connect it again in the console.';

export const connectionTools = [
  mcpTool(listConnections, {
    name: 'list_connections',
    title: 'List channels',
    description: 'Lists the connected channels to which posts can be published, newest first, with their ids.',
    hints: reads,
    schema: ConnectionList,
    present: (found) => presentPage(found, presentConnectionListItem),
    say: sayList,
  }),
  mcpTool(getConnection, {
    name: 'get_connection',
    title: 'Get a channel',
    description: 'Tells whether a channel can be published to, and the counters that its platform gave last.',
    hints: reads,
    schema: Connection,
    present: presentConnection,
    say: sayConnection,
  }),
  mcpTool(listPlaylists, {
    name: 'list_playlists',
    title: 'List the playlists of a channel',
    description: 'Lists the playlists of a channel with their ids, for `payload.playlistId`. Free.',
    hints: readsOutside,
    schema: ChannelList,
    present: presentList,
    say: (list) => sayChoices(list, 'This channel has no playlists.'),
  }),
  mcpTool(listCategories, {
    name: 'list_categories',
    title: 'List the categories of videos',
    description: 'Lists the categories into which a video of a channel can be put, for `payload.categoryId`. Free.',
    hints: readsOutside,
    schema: ChannelList,
    present: presentList,
    say: (list) => sayChoices(list, 'Posts of this channel have no categories.'),
  }),
  mcpTool(refreshConnectionToken, {
    name: 'refresh_connection_token',
    title: 'Renew the access to a channel',
    description:
      'Asks the platform for new tokens of a channel at once. Tokens are renewed by themselves; use this for a channel ' +
      'whose token has expired, before you retry its posts.',
    hints: { ...changes, idempotentHint: true },
    schema: TokenState,
    present: presentTokens,
    say: ({ tokenStatus }) =>
      tokenStatus === 'valid'
        ? 'The access is renewed. Posts that failed with TOKEN_EXPIRED can be retried with retry_assignment.'
        : `The platform refused to renew the access. ${connectAgain}`,
  }),
];

function sayList(list: ConnectionList): string {
  const lines = list.items.map(
    ({ id, name, platform, isActive }) => `${id}: ${name} (${platform}), ${isActive ? 'active' : 'inactive'}`,
  );
  if (list.total > 0) return sayPage('connections', list, lines);
  return 'There is no connected channel that fits. Channels are connected by their owners, in the console.';
}

function sayChoices({ items }: ChannelList, none: string): string {
  return items.length === 0 ? none : items.map(({ id, title }) => `${id}: ${title}`).join('\n');
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
