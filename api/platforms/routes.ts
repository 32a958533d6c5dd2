import { apiRoute } from '../faces/apiRoute';
import { getPlatformCapabilities } from './getPlatformCapabilities';
import { listPlatforms } from './listPlatforms';
import { presentCapabilities, presentPlatforms } from './present';
import { Capabilities, PlatformList } from './schema';

export const platformRoutes = [
  apiRoute(listPlatforms, {
    method: 'get',
    path: '/api/v1/platforms',
    success: { status: 200, schema: PlatformList },
    present: presentPlatforms,
  }),
  apiRoute(getPlatformCapabilities, {
    method: 'get',
    path: '/api/v1/platforms/{platform}/capabilities',
    success: { status: 200, schema: Capabilities },
    present: presentCapabilities,
  }),
];
