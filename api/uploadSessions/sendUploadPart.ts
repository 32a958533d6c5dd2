import { z } from 'zod';
import { notOfMediaType } from '../http/refusals';
import { UploadSessionId } from '../http/ids';
import { defineUseCase } from '../useCase';
import {
  tooManyBytes,
  otherOffset,
  otherContent,
  storeFull,
  noSuchUpload,
  tusNeeded,
  uploadLocked,
  uploadsBusy,
  uploadOver,
} from './refusals';
import { speakTus } from './speakTus';

export const sendUploadPart = defineUseCase({
  name: 'sendUploadPart',
  action: 'assignment.write',
  summary: 'Send bytes of the file',
  description:
    'Puts the body behind the bytes that have arrived. `Upload-Offset` says how many those are. With the last byte the file is checked, and the session is `complete`.',
  input: z.object({ uploadSessionId: UploadSessionId }),
  refuses: [
    noSuchUpload,
    uploadOver,
    tusNeeded,
    notOfMediaType,
    uploadLocked,
    uploadsBusy,
    tooManyBytes,
    otherOffset,
    otherContent,
    storeFull,
  ],
  run: speakTus,
});
