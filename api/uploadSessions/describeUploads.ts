import { z } from 'zod';
import { UploadSessionId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { tusExtensions, tusVersion } from './protocol';

export const describeUploads = defineUseCase({
  name: 'describeUploads',
  action: 'public',
  summary: 'What an upload URL understands',
  description: 'The version of tus and its extensions. No session is looked up.',
  input: z.object({ uploadSessionId: UploadSessionId }),
  refuses: [],
  run: async () => ({ 'Tus-Version': tusVersion, 'Tus-Extension': tusExtensions }) as const,
});
