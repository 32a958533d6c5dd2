import { route } from '../faces/route';
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
  route('api', listPlatforms, { path: '/api/v1/platforms', ...list }),
  route('console', listPlatforms, { path: '/api/v1/console/platforms', ...list }),
  route('api', getPlatformCapabilities, { path: '/api/v1/platforms/{platform}/capabilities', ...getCapabilities }),
  route('console', getPlatformCapabilities, {
    path: '/api/v1/console/platforms/{platform}/capabilities',
    ...getCapabilities,
  }),
] as const;
