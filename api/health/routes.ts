import { z } from 'zod';
import { route } from '../faces/route';
import { Timestamp } from '../http/fields';
import { getHealth } from './getHealth';

const Health = z
  .strictObject({ status: z.literal('ok'), timestamp: Timestamp })
  .meta({ id: 'Health', example: { status: 'ok', timestamp: '2026-12-01T09:00:00.000Z' } });

export const healthRoutes = [
  route('public', getHealth, {
    method: 'get',
    path: '/api/v1/health',
    success: { status: 200, schema: Health },
    present: (health) => health,
  }),
] as const;
