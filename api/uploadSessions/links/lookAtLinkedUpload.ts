import { defineUseCase } from '../../useCase';
import { otherContent, storeFull, tusNeeded, uploadLocked, uploadOver, uploadsBusy } from '../refusals';
import type { UploadProgress } from '../speakTus';
import { findLinked, messageOf, speakTusOfLink } from './linkedUpload';
import type { LinkContext } from './linkedUpload';
import { linkOver, noSuchLink } from './refusals';
import { LinkInput } from './schema';

export const lookAtLinkedUpload = defineUseCase({
  name: 'lookAtLinkedUpload',
  action: 'public',
  summary: 'By an upload address: how many bytes of the file have arrived',
  description: 'Says where a client of tus goes on after a connection was cut: at `Upload-Offset`.',
  input: LinkInput,
  refuses: [noSuchLink, linkOver, uploadOver, tusNeeded, uploadLocked, uploadsBusy, otherContent, storeFull],
  run: async (context: LinkContext, { secret }): Promise<UploadProgress> => {
    const message = messageOf(context);
    return speakTusOfLink(context, await findLinked(secret), message);
  },
});
