import { z } from 'zod';
import { UploadSessionId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { uploadInUse, noSuchUpload, tusNeeded, uploadLocked, uploadsBusy, uploadOver } from './refusals';
import { speakTus } from './speakTus';

export const removeUpload = defineUseCase({
  name: 'removeUpload',
  action: 'assignment.write',
  summary: 'End an upload session and remove its file',
  description: 'Frees its part of the quota. Refused while an assignment that has not ended refers to the file.',
  input: z.object({ uploadSessionId: UploadSessionId }),
  refuses: [noSuchUpload, uploadOver, tusNeeded, uploadLocked, uploadsBusy, uploadInUse],
  run: speakTus,
});
