import { z } from 'zod';
import { apiRoute } from '../faces/apiRoute';
import { presentPage } from '../http/paging';
import { getConnection } from './getConnection';
import { listConnections } from './listConnections';
import { presentConnection, presentConnectionListItem, presentTokens, presentUpdated } from './present';
import { refreshConnectionToken } from './refreshConnectionToken';
import { removeConnection } from './removeConnection';
import { Connection, ConnectionList, TokenState, UpdateConnectionBody, UpdatedConnection } from './schema';
import { updateConnection } from './updateConnection';

const params = { id: 'connectionId' } as const;

export const connectionRoutes = [
  apiRoute(listConnections, {
    method: 'get',
    path: '/api/v1/connections',
    success: { status: 200, schema: ConnectionList },
    present: (found) => presentPage(found, presentConnectionListItem),
  }),
  apiRoute(getConnection, {
    method: 'get',
    path: '/api/v1/connections/{id}',
    params,
    success: { status: 200, schema: Connection },
    present: presentConnection,
  }),
  apiRoute(updateConnection, {
    method: 'patch',
    path: '/api/v1/connections/{id}',
    params,
    body: UpdateConnectionBody,
    success: { status: 200, schema: UpdatedConnection },
    present: presentUpdated,
  }),
  apiRoute(refreshConnectionToken, {
    method: 'post',
    path: '/api/v1/connections/{id}/refresh-token',
    params,
    success: { status: 200, schema: TokenState },
    present: presentTokens,
  }),
  apiRoute(removeConnection, {
    method: 'delete',
    path: '/api/v1/connections/{id}',
    params,
    success: { status: 204, schema: z.void() },
    present: () => undefined,
  }),
];
