import { z } from 'zod';
import { Id } from '../../domain/ids';
import { defineRoute } from '../http/defineRoute';
import { getConnection } from './getConnection';
import { listConnections } from './listConnections';
import { presentConnection, presentConnectionListItem, presentTokens, presentUpdated } from './present';
import { refreshToken } from './refreshToken';
import { removeConnection } from './removeConnection';
import {
  Connection,
  ConnectionList,
  ConnectionListQuery,
  TokenStanding,
  UpdateConnectionBody,
  UpdatedConnection,
} from './schema';
import { updateConnection } from './updateConnection';

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
  defineRoute({
    method: 'patch',
    path: '/api/v1/connections/{id}',
    operationId: 'updateConnection',
    summary: 'Rename a channel, switch it off or on, or give it an identifier of your own',
    auth: 'apiKey',
    request: { params: z.object({ id: Id }), body: UpdateConnectionBody },
    success: { status: 200, schema: UpdatedConnection },
    errors: ['NOT_FOUND'],
    handle: async (context, { params, body }) => presentUpdated(await updateConnection(context, params.id, body)),
  }),
  defineRoute({
    method: 'post',
    path: '/api/v1/connections/{id}/refresh-token',
    operationId: 'refreshToken',
    summary: "Renew a channel's tokens now",
    description:
      'Tokens are renewed by themselves before they are needed; this asks the platform at once, also for a connection whose ' +
      'token has expired. `expired` means that the platform has refused: the channel has to be connected again. When the ' +
      'platform does not answer, nothing changes and the answer is 503.',
    auth: 'apiKey',
    request: { params: z.object({ id: Id }) },
    success: { status: 200, schema: TokenStanding },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handle: async (context, { params }) => presentTokens(await refreshToken(context, params.id)),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/v1/connections/{id}',
    operationId: 'removeConnection',
    summary: 'Remove a channel',
    description:
      'Its assignments fail with `CONNECTION_INACTIVE`, but for those in `processing`, which finish first. Its tokens are ' +
      'erased when no assignment needs them any more. Connecting the channel again brings the connection back, with its id.',
    auth: 'apiKey',
    request: { params: z.object({ id: Id }) },
    success: { status: 204, schema: z.void() },
    errors: ['NOT_FOUND'],
    handle: async (context, { params }) => removeConnection(context, params.id),
  }),
];
