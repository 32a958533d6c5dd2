import { z } from 'zod';
import { UploadSessionId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { noSuchUpload, otherContent, storeFull, tusNeeded, uploadLocked, uploadsBusy, uploadOver } from './refusals';
import { speakTus } from './speakTus';

export const lookAtUpload = defineUseCase({
  name: 'lookAtUpload',
  action: 'assignment.read',
  summary: 'How many bytes of the file have arrived',
  description: 'Says where a client goes on after a connection was cut: at `Upload-Offset`.',
  input: z.object({ uploadSessionId: UploadSessionId }),
  // The last two where a process died before it had looked at a file that had all its bytes: this request looks at it.
  refuses: [noSuchUpload, uploadOver, tusNeeded, uploadLocked, uploadsBusy, otherContent, storeFull],
  run: speakTus,
});
