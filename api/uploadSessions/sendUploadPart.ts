import { z } from 'zod';
import { UploadSessionId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { noSuchUpload, refusalsOfPart } from './refusals';
import { speakTus } from './speakTus';

export const sendUploadPart = defineUseCase({
  name: 'sendUploadPart',
  action: 'assignment.write',
  summary: 'Send bytes of the file',
  description:
    'Puts the body behind the bytes that have arrived. `Upload-Offset` says how many those are. With the last byte the file is checked, and the session is `complete`.',
  input: z.object({ uploadSessionId: UploadSessionId }),
  refuses: [noSuchUpload, ...refusalsOfPart],
  run: speakTus,
});
