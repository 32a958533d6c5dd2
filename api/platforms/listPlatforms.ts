import { z } from 'zod';
import { defineUseCase } from '../useCase';

export const listPlatforms = defineUseCase({
  name: 'listPlatforms',
  action: 'platform.read',
  summary: 'The platforms that can be published to',
  description: 'Each with the content types that it takes.',
  input: z.object({}),
  refuses: [],
  run: async ({ deps }) => [...deps.platforms.values()],
});
