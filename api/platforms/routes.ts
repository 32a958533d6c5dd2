import { apiRoute } from '../faces/apiRoute';
import { consoleRoute } from '../faces/consoleRoute';
import { getPlatformCapabilities } from './getPlatformCapabilities';
import { listPlatforms } from './listPlatforms';
import { presentCapabilities, presentPlatforms } from './present';
import { Capabilities, PlatformList } from './schema';

const list = {
  method: 'get',
  success: { status: 200, schema: PlatformList },
  present: presentPlatforms,
} as const;
const getCapabilities = {
  method: 'get',
  success: { status: 200, schema: Capabilities },
  present: presentCapabilities,
} as const;

export const platformRoutes = [
  apiRoute(listPlatforms, { path: '/api/v1/platforms', ...list }),
  consoleRoute(listPlatforms, { path: '/api/v1/console/platforms', ...list }),
  apiRoute(getPlatformCapabilities, { path: '/api/v1/platforms/{platform}/capabilities', ...getCapabilities }),
  consoleRoute(getPlatformCapabilities, {
    path: '/api/v1/console/platforms/{platform}/capabilities',
    ...getCapabilities,
  }),
];
