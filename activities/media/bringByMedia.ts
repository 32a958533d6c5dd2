import { mediaKindOf } from '../../domain/platform';
import type { Upload } from '../../models/Upload';
import type { UploadByMedia } from '../../platforms/Publisher';
import { putFlow } from './putDirectly';
import { sendFlow, sendResumably } from './sendResumably';
import { streamJudged } from './stream';
import type { Brought, Transfer } from './transfer';

/** Brings a medium in the way of its kind, which its first bytes tell. One with a session is a video and goes on in it. */
export async function bringByMedia(
  transfer: Transfer,
  { image, video }: UploadByMedia,
  earlier: Upload | undefined,
): Promise<Brought> {
  const resumable = { ...transfer, upload: video };
  if (earlier?.session) return { objectId: await sendResumably(resumable, earlier), hasSession: true };
  const source = await transfer.origin.open(transfer.controller.signal);
  return streamJudged(transfer, source, async (flow, contentType) => {
    const hasSession = mediaKindOf(transfer.type, contentType) !== 'image';
    const objectId = hasSession
      ? await sendFlow(resumable, source, flow, contentType)
      : await putFlow(transfer, image, flow, { sizeBytes: source.sizeBytes, contentType });
    return { objectId, hasSession };
  });
}
