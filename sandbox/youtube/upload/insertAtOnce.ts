import { rm } from 'node:fs/promises';
import type { Request, Response } from 'express';
import { bodyOf } from '../../http/exchange';
import type { YoutubeContext } from '../context';
import { refuse } from '../errors';
import { assertMetadata, completeMetadata } from '../videos/metadata';
import { presentVideo } from '../present';
import { sendResource, viewerOf } from '../send';
import { readWrittenVideo } from '../videos/writtenVideo';
import type { WrittenVideo } from '../videos/writtenVideo';
import { authorizeInsert } from './authorizeInsert';
import { createVideo } from './createVideo';
import { receive } from '../../media/receive';
import { readRelatedBody } from './relatedBody';
import { assertMediaType, newVideoId } from './startSession';

/** uploadType=media: the body is the file, and the video has no title of its own. */
export async function insertMedia(context: YoutubeContext, req: Request, res: Response): Promise<void> {
  const inserted = authorizeInsert(context, req);
  const mediaType = req.get('content-type') ?? 'application/octet-stream';
  await insert(context, req, res, {
    ...inserted,
    written: {},
    mediaType,
    media: bodyOf(req),
  });
}

/** uploadType=multipart: the resource and the file in one multipart/related body. */
export async function insertMultipart(context: YoutubeContext, req: Request, res: Response): Promise<void> {
  const inserted = authorizeInsert(context, req);
  const { metadata, mediaType, media } = await readRelatedBody(bodyOf(req), req.get('content-type') ?? '');
  await insert(context, req, res, {
    ...inserted,
    written: readWrittenVideo(metadata, inserted.parts),
    mediaType,
    media,
  });
}

interface Insertion extends ReturnType<typeof authorizeInsert> {
  readonly written: WrittenVideo;
  readonly mediaType: string;
  readonly media: AsyncIterable<Buffer>;
}

/** A request that fails or is cut leaves nothing behind: such an upload cannot be resumed. */
async function insert(context: YoutubeContext, req: Request, res: Response, insertion: Insertion): Promise<void> {
  const { channel, parts, written, mediaType, media } = insertion;
  assertMediaType(mediaType);
  assertMetadata(written);
  const upload = {
    videoId: newVideoId(),
    channelId: channel.id,
    metadata: completeMetadata(written),
    contentType: mediaType,
  };
  const file = context.store.mediaFile(upload.videoId);
  try {
    if ((await receive(media, file, 0)) === 0) throw refuse('mediaBodyRequired');
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
  const video = await createVideo(context, req, upload);
  sendResource(req, res, presentVideo(context, video, parts, viewerOf(req, 'insert')));
}
