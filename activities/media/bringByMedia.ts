import { mediaKindOf } from '../../domain/platform';
import type { Upload } from '../../models/assignments/Upload';
import type { UploadByMedia } from '../../platforms/Upload';
import { putFlow } from './putDirectly';
import { ofSession, sendFlow, sendResumably } from './sendResumably';
import { streamJudged } from './stream';
import type { UploadedObject, Transfer } from './transfer';

/** Brings a medium in the way of its kind, by its first bytes. A medium with a session is a video and goes on in it. */
export async function bringByMedia(
  transfer: Transfer,
  { image, video }: UploadByMedia,
  earlier: Upload | undefined,
): Promise<UploadedObject> {
  const resumable = { ...transfer, upload: video };
  if (earlier?.session) return ofSession(await sendResumably(resumable, earlier));
  const source = await transfer.origin.open(transfer.controller.signal);
  return streamJudged(transfer, source, async (media) =>
    mediaKindOf(transfer.type, media.contentType) === 'image'
      ? putFlow({ ...transfer, upload: image }, media)
      : ofSession(await sendFlow(resumable, media)),
  );
}
