import { z } from 'zod';
import { UploadSessionId } from '../http/ids';
import { defineUseCase } from '../useCase';

/** The version of the protocol that is spoken, and the parts of it that are optional. */
export const tusVersion = '1.0.0';
export const tusExtensions = 'termination,expiration';

export const describeUploads = defineUseCase({
  name: 'describeUploads',
  action: 'public',
  summary: 'What an upload URL understands',
  description: 'The version of tus and its extensions. No session is looked up.',
  input: z.object({ uploadSessionId: UploadSessionId }),
  refuses: [],
  run: async () => ({ 'Tus-Version': tusVersion, 'Tus-Extension': tusExtensions }) as const,
});
