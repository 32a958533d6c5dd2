import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import type { Request, Response } from 'express';
import { readBytes } from '../../http/exchange';
import { queryOf } from '../../http/query';
import { imageTypeOf } from '../../media/imageType';
import { authorize } from '../accounts/authorize';
import type { YoutubeContext } from '../context';
import { refuse } from '../errors';
import { missingParameter } from '../parts';
import { withEtag } from '../present';
import { spendUnits } from '../quota';
import { sendResource, viewerOf } from '../send';
import { videoThumbnails } from '../thumbnails';

const sizeBytesMax = 50 * 1024 * 1024;
const mediaTypes = ['image/jpeg', 'image/png', 'application/octet-stream'];
const imageTypes = ['image/jpeg', 'image/png'];

/**
 * thumbnails.set: 50 units; the body is the picture, a JPEG or PNG of at most 50 MB (reference page of `thumbnails.set`;
 * 2 MB until 2026-09-14).
 * Throws 400 mediaBodyRequired, badContent, invalidImage; 403 forbidden; 404 videoNotFound; 413 uploadTooLarge.
 */
export async function setThumbnail(context: YoutubeContext, req: Request, res: Response): Promise<void> {
  const channel = authorize(context, req, 'insert', () => spendUnits(context, 50));
  const videoId = queryOf(req).get('videoId');
  if (!videoId) throw missingParameter('videoId');
  const mediaType = (req.get('content-type') ?? 'application/octet-stream').split(';')[0] ?? '';
  if (!mediaTypes.includes(mediaType.trim().toLowerCase())) {
    throw refuse('badContent', { message: `Unsupported media type. Valid media types: [${mediaTypes.join(', ')}]` });
  }
  const image = await readBytes(req, sizeBytesMax);
  if (image.length === 0) throw refuse('mediaBodyRequired', { domain: 'youtube.thumbnail' });
  const video = context.store.videos.get(videoId);
  if (!video) throw refuse('videoNotFound', { location: 'videoId' });
  if (video.channelId !== channel.id) throw refuse('forbidden', { location: 'videoId' });
  const contentType = imageTypeOf(image);
  if (contentType === undefined || !imageTypes.includes(contentType)) throw refuse('invalidImage');
  await writeFile(context.store.thumbnailFile(video.id), image);
  const sha256 = createHash('sha256').update(image).digest('hex');
  const setCount = (video.thumbnail?.setCount ?? 0) + 1;
  context.store.videos.put(video.id, {
    ...video,
    thumbnail: { contentType, sizeBytes: image.length, sha256, setCount },
  });
  const items = [videoThumbnails(video, viewerOf(req, 'update').origin)];
  sendResource(req, res, withEtag({ kind: 'youtube#thumbnailSetResponse', items }));
}
