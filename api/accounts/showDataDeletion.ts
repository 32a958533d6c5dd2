import { z } from 'zod';
import { DataDeletion } from '../../models/removals/DataDeletion';
import type { DoneDeletion } from '../../models/removals/DataDeletion';
import type { Platform } from '../../platforms/Platform';
import { notFound } from '../http/errors';
import { tooManyRequests } from '../http/refusals';
import { findPlatform } from '../platforms/findPlatform';
import { platformRefusals } from '../platforms/refusals';
import { PlatformName } from '../platforms/schema';
import { defineUseCase } from '../useCase';
import { DeletionCode } from './schema';

const noSuchDeletion = notFound('request');

export interface DeletionView {
  readonly platform: Platform;
  readonly deletion: DoneDeletion;
}

/** The end of a request to delete data, for a reader with its code. */
export const showDataDeletion = defineUseCase({
  name: 'showDataDeletion',
  action: 'public',
  summary: 'For browsers: how a request to delete data has ended',
  description: 'The page says it for a year.',
  input: z.object({ platform: PlatformName, code: DeletionCode }),
  refuses: [tooManyRequests, noSuchDeletion, ...platformRefusals],
  run: async ({ deps }, { platform: slug, code }): Promise<DeletionView> => {
    const platform = findPlatform(deps, slug);
    const deletion = await DataDeletion.ofCode(platform.slug, code);
    if (!deletion) throw noSuchDeletion.error();
    return { platform, deletion };
  },
});
