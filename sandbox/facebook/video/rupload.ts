import { Router } from 'express';
import type { Request, Response } from 'express';
import { bodyOf, discardBody } from '../../http/exchange';
import { sendAnswer } from '../../http/sendAnswer';
import { receive, restore } from '../../media/receive';
import type { FacebookContext } from '../context';
import { uploadErrorAnswer } from '../errors';
import { findVideo } from '../objects';
import type { Video } from '../records';
import { accessOf } from '../accounts/tokens';
import { uploaded } from './processing';
import { storedBytesOf } from './status';
import type { UploadErrorName } from '../uploadErrors';

/** The rupload host: the bytes of reels and video stories (reference §5). It takes no `appsecret_proof`. */
export function ruploadRouter(context: FacebookContext): Router {
  const router = Router();
  router.post('/video-upload{/:version}/:id', async (req, res) => upload(context, req, res));
  return router;
}

async function upload(context: FacebookContext, req: Request, res: Response): Promise<void> {
  const id = String(req.params['id']);
  const refusal = await context.turns.take(id, req, () => take(context, id, req));
  if (refusal === null) return void res.json({ success: true });
  await discardBody(req);
  sendAnswer(res, uploadErrorAnswer(refusal, context.settings.read().facebook.ruploadErrorStatus));
}

/** Stores the bytes of a request, also when the connection ends early. Returns the name of a refusal, or null. */
async function take(context: FacebookContext, id: string, req: Request): Promise<UploadErrorName | null> {
  const video = findVideo(context, id);
  if (!video || !mayUpload(context, req, video)) return 'uploadForbidden';
  const [offset, sizeBytes] = [numberOf(req, 'offset') ?? 0, numberOf(req, 'file_size') ?? 0];
  const refusal = refusalOf(context, req, video, { offset, sizeBytes });
  if (refusal !== null) return refusal;
  const sized = { ...video, sizeBytes };
  context.store.videos.put(id, sized);
  const file = context.store.mediaFile(id);
  const storedBytes = offset + (await receive(bodyOf(req), file, offset));
  if (storedBytes < sizeBytes) return 'partialRequest';
  if (storedBytes > sizeBytes) {
    await restore(file, offset);
    return 'processingFailed';
  }
  context.store.videos.put(id, await uploaded(context, sized));
  return null;
}

/** Why the headers of a request do not fit the upload; null: they do. */
function refusalOf(
  context: FacebookContext,
  req: Request,
  video: Video,
  { offset, sizeBytes }: { offset: number; sizeBytes: number },
): UploadErrorName | null {
  const isSizeWrong = sizeBytes === 0 || sizeBytes !== (video.sizeBytes ?? sizeBytes);
  if (isSizeWrong || req.get('file_url') !== undefined) return 'processingFailed';
  const isWanted = video.uploadedAtMs === null && offset === storedBytesOf(context, video.id);
  return isWanted ? null : 'offsetInvalid';
}

function mayUpload(context: FacebookContext, req: Request, { pageId }: Video): boolean {
  const [, text = ''] = /^OAuth\s+(\S+)$/i.exec(req.get('authorization') ?? '') ?? [];
  const access = accessOf(context, text);
  return typeof access !== 'string' && access.token.pageId === pageId;
}

function numberOf(req: Request, header: string): number | undefined {
  const text = req.get(header);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}
