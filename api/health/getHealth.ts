import { z } from 'zod';
import { defineUseCase } from '../useCase';

export const getHealth = defineUseCase({
  name: 'getHealth',
  action: 'public',
  summary: 'Whether the service answers',
  description: 'Says that the HTTP layer is alive, not the database or Temporal. Ask every 30 to 60 seconds.',
  input: z.object({}),
  refuses: [],
  run: async () => ({ status: 'ok' as const, timestamp: new Date().toISOString() }),
});
