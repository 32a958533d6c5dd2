import { mediaKindOf } from '../../domain/platform';
import type { Upload } from '../../models/Upload';
import type { UploadByMedia } from '../../platforms/Publisher';
import { putFlow } from './putDirectly';
import { sendFlow, sendResumably } from './sendResumably';
import { streamJudged } from './stream';
import type { Transfer } from './transfer';

/**
 * Brings a medium in the way of its kind, which its first bytes tell. One with a session is a video and goes on in it.
 * @returns the id of the object that it made
 */
export async function bringByMedia(
  transfer: Transfer,
  { image, video }: UploadByMedia,
  earlier: Upload | undefined,
): Promise<string> {
  const resumable = { ...transfer, upload: video };
  if (earlier?.session) return sendResumably(resumable, earlier);
  const source = await transfer.origin.open(transfer.controller.signal);
  return streamJudged(transfer, source, async (flow, contentType) =>
    mediaKindOf(transfer.type, contentType) === 'image'
      ? putFlow(transfer, image, flow, { sizeBytes: source.sizeBytes, contentType })
      : sendFlow(resumable, source, flow, contentType),
  );
}
