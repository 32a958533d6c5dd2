import type { Request } from 'express';
import type { YoutubeContext } from '../context';
import { putVideo } from '../videos/putVideo';
import { countChannelUpload } from '../quota';
import type { Processing, Video, VideoMetadata } from '../records';
import { inspectFile } from '../../media/inspectFile';
import { movieCommentOf } from '../../media/movieComment';
import { looksLikeVideo } from '../../media/sniff';

/** An upload whose last byte is stored. */
export interface FinishedUpload {
  readonly videoId: string;
  readonly channelId: string;
  readonly metadata: VideoMetadata;
  readonly contentType: string;
}

/** Makes the video of a finished upload. This is the moment from which it exists; done again, it answers with the same one. */
export async function createVideo(context: YoutubeContext, req: Request, upload: FinishedUpload): Promise<Video> {
  const { store, clock } = context;
  const existing = store.videos.get(upload.videoId);
  if (existing) return existing;
  const { head, sizeBytes, durationMs } = await inspectFile(store.mediaFile(upload.videoId));
  const now = clock();
  const video: Video = {
    ...upload.metadata,
    id: upload.videoId,
    channelId: upload.channelId,
    uploadedAtMs: now,
    publicSinceMs: upload.metadata.status.privacyStatus === 'public' ? now : null,
    sizeBytes,
    contentType: upload.contentType,
    durationMs,
    comment: movieCommentOf(head),
    processing: decideProcessing(context, head),
    viewCount: 0,
    likeCount: 0,
    commentCount: 0,
    thumbnail: null,
  };
  putVideo(context, req, video);
  countChannelUpload(context, video.channelId);
  return video;
}

/** Processing of a file that is no video fails, whatever the settings say. */
function decideProcessing({ settings }: YoutubeContext, head: Buffer): Processing {
  const { outcome, processingMs: lengthMs, failureReason, processingFailureReason, rejectionReason } = settings.read();
  const processing = { outcome, lengthMs, failureReason, processingFailureReason, rejectionReason };
  if (looksLikeVideo(head)) return processing;
  return { ...processing, outcome: 'failed', failureReason: head.length === 0 ? 'emptyFile' : 'invalidFile' };
}
