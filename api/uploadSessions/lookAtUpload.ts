import { z } from 'zod';
import { UploadSessionId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { findUpload } from './findUpload';
import { noSuchUpload, tusNeeded, uploadLocked, uploadsBusy, uploadOver } from './refusals';

/** Decides which callers may do it; `tusRoute` speaks the protocol. */
export const lookAtUpload = defineUseCase({
  name: 'lookAtUpload',
  action: 'assignment.read',
  summary: 'How many bytes of the file have arrived',
  description: 'Says where a client goes on after a connection was cut: at `Upload-Offset`.',
  input: z.object({ uploadSessionId: UploadSessionId }),
  refuses: [noSuchUpload, uploadOver, tusNeeded, uploadLocked, uploadsBusy],
  run: findUpload,
});
