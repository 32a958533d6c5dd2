import { z } from 'zod';
import { defineUseCase } from '../useCase';
import { findPlatform } from './findPlatform';
import { platformRefusals } from './refusals';
import { PlatformName } from './schema';

export const getPlatformCapabilities = defineUseCase({
  name: 'getPlatformCapabilities',
  action: 'platform.read',
  summary: 'What a platform takes: content types, their limits and payload fields',
  description: 'The payload of an assignment is checked against these fields; fields that are not listed are ignored.',
  input: z.object({ platform: PlatformName }),
  refuses: platformRefusals,
  run: async ({ deps }, { platform }) => findPlatform(deps, platform),
});
