import { z } from 'zod';
import { Id } from '../../domain/ids';
import { CreditHeaders } from '../http/creditHeaders';
import { defineRoute } from '../http/defineRoute';
import { getChannelStats } from './getChannelStats';
import { getPostStats } from './getPostStats';
import { presentChannelStats, presentPostStats } from './present';
import { ChannelStats, PostStats } from './schema';

const description =
  'Asks the platform at once and costs credits of the PLATFORM tier; a call that fails costs nothing. Answers 429 with ' +
  '`Retry-After` when the platform asks for fewer requests, and 503 when it cannot be reached.';

export const statsRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/v1/connections/{id}/channel-stats',
    operationId: 'getChannelStats',
    summary: 'The counters of a channel, live from its platform',
    description,
    auth: 'apiKey',
    request: { params: z.object({ id: Id }) },
    success: { status: 200, schema: ChannelStats, headers: CreditHeaders },
    errors: ['INSUFFICIENT_CREDITS', 'NOT_FOUND', 'CONFLICT'],
    handle: async (context, { params }) => presentChannelStats(await getChannelStats(context, params.id)),
  }),
  defineRoute({
    method: 'get',
    path: '/api/v1/connections/{id}/posts/{postId}/stats',
    operationId: 'getPostStats',
    summary: 'The counters of a published post, live from its platform',
    description,
    auth: 'apiKey',
    request: { params: z.object({ id: Id, postId: Id }) },
    success: { status: 200, schema: PostStats, headers: CreditHeaders },
    errors: ['INSUFFICIENT_CREDITS', 'NOT_FOUND', 'CONFLICT'],
    handle: async (context, { params }) => presentPostStats(await getPostStats(context, params.id, params.postId)),
  }),
];
