import { uploadOfSecret } from '../../../models/uploads/uploadLinks';
import type { LinkedUpload } from '../../../models/uploads/uploadLinks';
import { tooManyRequests } from '../../http/refusals';
import { defineUseCase } from '../../useCase';
import type { LinkContext } from './linkedUpload';
import { linkOver, noSuchLink } from './refusals';
import { LinkInput } from './schema';

/** An upload as its page shows it. */
export interface UploadView {
  readonly session: LinkedUpload;
  readonly arrivedBytes: number;
}

export const showUploadPage = defineUseCase({
  name: 'showUploadPage',
  action: 'public',
  summary: 'For browsers: the page on which a person drops the file that an assistant waits for',
  description: 'It works for an hour. An upload that was interrupted goes on when the same file is chosen again.',
  input: LinkInput,
  refuses: [tooManyRequests, noSuchLink, linkOver],
  run: async ({ deps }: LinkContext, { secret }): Promise<UploadView> => {
    const session = await uploadOfSecret(secret);
    if (!session) throw noSuchLink.error();
    if (session.isLinkOver || session.status === 'expired') throw linkOver.error();
    const arrivedBytes = session.status === 'open' && session.isBegun ? await deps.mediaStore.offset(session.id) : 0;
    return { session, arrivedBytes };
  },
});
