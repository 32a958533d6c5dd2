import { z } from 'zod';
import { Id } from '../../domain/ids';
import { defineRoute } from '../http/defineRoute';
import { getConnection } from './getConnection';
import { listConnections } from './listConnections';
import { presentConnection, presentConnectionListItem } from './present';
import { Connection, ConnectionList, ConnectionListQuery } from './schema';

export const connectionRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/v1/connections',
    operationId: 'listConnections',
    summary: 'The connected channels, newest first',
    auth: 'apiKey',
    request: { query: ConnectionListQuery },
    success: { status: 200, schema: ConnectionList },
    errors: ['NOT_FOUND'],
    handle: async (context, { query }) => {
      const { items, total } = await listConnections(context, query);
      return { items: items.map(presentConnectionListItem), total, page: query.page, limit: query.limit };
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/v1/connections/{id}',
    operationId: 'getConnection',
    summary: 'One connected channel',
    auth: 'apiKey',
    request: { params: z.object({ id: Id }) },
    success: { status: 200, schema: Connection },
    errors: ['NOT_FOUND'],
    handle: async (context, { params }) => presentConnection(await getConnection(context, params.id)),
  }),
];
