import { apiRoute } from '../faces/apiRoute';
import { consoleRoute } from '../faces/consoleRoute';
import { CreditHeaders } from '../http/creditHeaders';
import { getChannelStats } from './getChannelStats';
import { getPostStats } from './getPostStats';
import { presentChannelStats, presentPostStats } from './present';
import { ChannelStats, PostStats } from './schema';

const params = { id: 'connectionId' } as const;

const ofChannel = {
  method: 'get',
  params,
  success: { status: 200, schema: ChannelStats, headers: CreditHeaders },
  present: presentChannelStats,
} as const;
const ofPost = {
  method: 'get',
  params,
  success: { status: 200, schema: PostStats, headers: CreditHeaders },
  present: presentPostStats,
} as const;

export const statsRoutes = [
  apiRoute(getChannelStats, { path: '/api/v1/connections/{id}/channel-stats', ...ofChannel }),
  consoleRoute(getChannelStats, { path: '/api/v1/console/connections/{id}/channel-stats', ...ofChannel }),
  apiRoute(getPostStats, { path: '/api/v1/connections/{id}/posts/{postId}/stats', ...ofPost }),
  consoleRoute(getPostStats, { path: '/api/v1/console/connections/{id}/posts/{postId}/stats', ...ofPost }),
];
