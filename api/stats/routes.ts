import { apiRoute } from '../faces/apiRoute';
import { CreditHeaders } from '../http/creditHeaders';
import { getChannelStats } from './getChannelStats';
import { getPostStats } from './getPostStats';
import { presentChannelStats, presentPostStats } from './present';
import { ChannelStats, PostStats } from './schema';

const params = { id: 'connectionId' } as const;

export const statsRoutes = [
  apiRoute(getChannelStats, {
    method: 'get',
    path: '/api/v1/connections/{id}/channel-stats',
    params,
    success: { status: 200, schema: ChannelStats, headers: CreditHeaders },
    present: presentChannelStats,
  }),
  apiRoute(getPostStats, {
    method: 'get',
    path: '/api/v1/connections/{id}/posts/{postId}/stats',
    params,
    success: { status: 200, schema: PostStats, headers: CreditHeaders },
    present: presentPostStats,
  }),
];
