import { z } from 'zod';
import { defineRoute } from '../http/defineRoute';
import { getCapabilities } from './getCapabilities';
import { presentCapabilities, presentPlatforms } from './present';
import { Capabilities, PlatformList } from './schema';

export const platformRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/v1/platforms',
    operationId: 'listPlatforms',
    summary: 'The platforms that can be published to',
    auth: 'apiKey',
    request: {},
    success: { status: 200, schema: PlatformList },
    errors: [],
    handle: async ({ deps }) => presentPlatforms(deps.platforms.values()),
  }),
  defineRoute({
    method: 'get',
    path: '/api/v1/platforms/{platform}/capabilities',
    operationId: 'getCapabilities',
    summary: 'What a platform takes: content types, their limits and payload fields',
    description:
      'The payload of an assignment is checked against these fields; fields that are not listed are ignored.',
    auth: 'apiKey',
    request: { params: z.object({ platform: z.string().meta({ example: 'youtube' }) }) },
    success: { status: 200, schema: Capabilities },
    errors: ['NOT_FOUND'],
    handle: async (context, { params }) => presentCapabilities(getCapabilities(context, params.platform)),
  }),
];
