import { z } from 'zod';
import { defineRoute } from '../http/defineRoute';
import { Timestamp } from '../http/fields';

const Health = z
  .object({ status: z.literal('ok'), timestamp: Timestamp })
  .meta({ id: 'Health', example: { status: 'ok', timestamp: '2026-12-01T09:00:00.000Z' } });

export const healthRoutes = [
  defineRoute({
    method: 'get',
    path: '/api/v1/health',
    operationId: 'getHealth',
    summary: 'Whether the service answers',
    description: 'Says that the HTTP layer is alive, and nothing of what stands behind it. Ask every 30 to 60 seconds.',
    auth: 'none',
    request: {},
    success: { status: 200, schema: Health },
    errors: [],
    handle: async () => ({ status: 'ok' as const, timestamp: new Date().toISOString() }),
  }),
];
