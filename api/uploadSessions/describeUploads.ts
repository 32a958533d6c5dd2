import { z } from 'zod';
import { UploadSessionId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { largestFile } from './largestFile';
import { tusExtensions, tusVersion } from './protocol';

export const describeUploads = defineUseCase({
  name: 'describeUploads',
  action: 'public',
  summary: 'What an upload URL understands',
  description: 'The version of tus, its extensions, and the size of the largest file. No session is looked up.',
  input: z.object({ uploadSessionId: UploadSessionId }),
  refuses: [],
  run: async ({ deps: { platforms, config } }) =>
    ({
      'Tus-Version': tusVersion,
      'Tus-Extension': tusExtensions,
      'Tus-Max-Size': Math.min(largestFile(platforms), config.uploadQuotaBytes),
    }) as const,
});
