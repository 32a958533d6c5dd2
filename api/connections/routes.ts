import { z } from 'zod';
import { route } from '../faces/route';
import { presentPage } from '../http/paging';
import { getConnection } from './getConnection';
import { listCategories } from './listCategories';
import { listConnections } from './listConnections';
import { listPlaylists } from './listPlaylists';
import {
  presentConnection,
  presentConnectionListItem,
  presentConsoleConnection,
  presentConsoleListItem,
  presentList,
  presentTokens,
  presentUpdated,
} from './present';
import { refreshConnectionToken } from './refreshConnectionToken';
import { removeConnection } from './removeConnection';
import {
  ChannelList,
  Connection,
  ConnectionList,
  ConsoleConnection,
  ConsoleConnectionList,
  TokenState,
  UpdateConnectionBody,
  UpdatedConnection,
} from './schema';
import { updateConnection } from './updateConnection';

const params = { id: 'connectionId' } as const;

const get = {
  method: 'get',
  params,
} as const;
const update = {
  method: 'patch',
  params,
  body: UpdateConnectionBody,
  success: { status: 200, schema: UpdatedConnection },
  present: presentUpdated,
} as const;
const refresh = {
  method: 'post',
  params,
  success: { status: 200, schema: TokenState },
  present: presentTokens,
} as const;
const remove = {
  method: 'delete',
  params,
  success: { status: 204, schema: z.void() },
  present: () => undefined,
} as const;

const list = {
  method: 'get',
  params,
  success: { status: 200, schema: ChannelList },
  present: presentList,
} as const;

export const connectionRoutes = [
  route('api', listConnections, {
    method: 'get',
    path: '/api/v1/connections',
    success: { status: 200, schema: ConnectionList },
    present: (found) => presentPage(found, presentConnectionListItem),
  }),
  route('console', listConnections, {
    method: 'get',
    path: '/api/v1/console/connections',
    success: { status: 200, schema: ConsoleConnectionList },
    present: (found) => presentPage(found, presentConsoleListItem),
  }),
  route('api', getConnection, {
    path: '/api/v1/connections/{id}',
    ...get,
    success: { status: 200, schema: Connection },
    present: presentConnection,
  }),
  route('console', getConnection, {
    path: '/api/v1/console/connections/{id}',
    ...get,
    success: { status: 200, schema: ConsoleConnection },
    present: presentConsoleConnection,
  }),
  route('api', updateConnection, { path: '/api/v1/connections/{id}', ...update }),
  route('console', updateConnection, { path: '/api/v1/console/connections/{id}', ...update }),
  route('api', refreshConnectionToken, { path: '/api/v1/connections/{id}/refresh-token', ...refresh }),
  route('console', refreshConnectionToken, { path: '/api/v1/console/connections/{id}/refresh-token', ...refresh }),
  route('api', removeConnection, { path: '/api/v1/connections/{id}', ...remove }),
  route('console', removeConnection, { path: '/api/v1/console/connections/{id}', ...remove }),
  route('api', listPlaylists, { path: '/api/v1/connections/{id}/playlists', ...list }),
  route('console', listPlaylists, { path: '/api/v1/console/connections/{id}/playlists', ...list }),
  route('api', listCategories, { path: '/api/v1/connections/{id}/categories', ...list }),
  route('console', listCategories, { path: '/api/v1/console/connections/{id}/categories', ...list }),
] as const;
