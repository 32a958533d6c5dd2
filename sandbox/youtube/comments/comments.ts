import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { readText } from '../../http/exchange';
import { queryOf } from '../../http/query';
import { authorize } from '../accounts/authorize';
import type { YoutubeContext } from '../context';
import { refuse } from '../errors';
import { pageOf } from '../page';
import { commentThreadParts, readFilter, readParts } from '../parts';
import { readWritten } from '../playlists/playlists';
import { presentTime, withEtag } from '../present';
import { spendUnits } from '../quota';
import type { Channel, Comment, Video } from '../records';
import { sendList, sendResource } from '../send';
import { privacyAt } from '../videoStatus';

const bodyLimitBytes = 64 * 1024;
const textLengthMax = 10_000;

const Written = z.looseObject({
  snippet: z
    .looseObject({
      channelId: z.string().optional(),
      videoId: z.string().optional(),
      topLevelComment: z
        .looseObject({ snippet: z.looseObject({ textOriginal: z.string().optional() }).default({}) })
        .default({ snippet: {} }),
    })
    .default({ topLevelComment: { snippet: {} } }),
});

/**
 * commentThreads.insert: 50 units, one more comment each time, equal or not.
 * Throws 400 commentTextRequired, commentTextTooLong; 403 commentsDisabled, insufficientPermissions; 404 videoNotFound.
 */
export async function insertComment(context: YoutubeContext, req: Request, res: Response): Promise<void> {
  const channel = authorize(context, req, 'comment', () => spendUnits(context, 50));
  const parts = readParts(req, commentThreadParts);
  const { videoId, topLevelComment } = readWritten(await readText(req, bodyLimitBytes), Written).snippet;
  const text = topLevelComment.snippet.textOriginal?.trim() ?? '';
  if (text === '') throw refuse('commentTextRequired');
  if (text.length > textLengthMax) throw refuse('commentTextTooLong');
  const now = context.clock();
  const video = openVideo(context, channel, videoId ?? '');
  if (now - video.uploadedAtMs < context.settings.read().youngVideoMs) throw refuse('commentVideoNotFound');
  const comment = {
    id: `Ugz${randomBytes(17).toString('base64url')}4AaABAg`,
    videoId: video.id,
    channelId: channel.id,
    text,
    postedAtMs: now,
  };
  context.store.comments.put(comment.id, comment);
  const { commentCount } = video;
  context.store.videos.put(video.id, { ...video, commentCount: (commentCount ?? 0) + 1 });
  sendResource(req, res, presentThread(comment, channel, channel, parts));
}

/**
 * commentThreads.list: 1 unit. The comments of a video, newest first; each is listed some time after it was made (setting
 * `commentLagMs`). `textOriginal` is shown to its author.
 * Throws 403 commentsDisabled, insufficientPermissions; 404 videoNotFound.
 */
export function listComments(context: YoutubeContext, req: Request, res: Response): void {
  const caller = authorize(context, req, 'comment', () => spendUnits(context, 1));
  const parts = readParts(req, commentThreadParts);
  readFilter(req, ['allThreadsRelatedToChannelId', 'channelId', 'id', 'videoId']);
  const video = openVideo(context, caller, queryOf(req).get('videoId') ?? '');
  const { channels } = context.store;
  const comments = commentsOf(context, video.id).toSorted((one, other) => other.postedAtMs - one.postedAtMs);
  const { items, info } = pageOf(req, comments, { countDefault: 20, countMax: 100 });
  const threads = items.map((comment) => presentThread(comment, channels.get(comment.channelId), caller, parts));
  sendList(req, res, 'youtube#commentThreadListResponse', threads, info);
}

function commentsOf({ store, settings, clock }: YoutubeContext, videoId: string): Comment[] {
  const { commentLagMs } = settings.read();
  return store.comments.values().filter((one) => one.videoId === videoId && one.postedAtMs + commentLagMs <= clock());
}

/** The video, if it can have comments. */
function openVideo({ store, clock }: YoutubeContext, caller: Channel, videoId: string): Video {
  const video = store.videos.get(videoId);
  const isPrivate = video && privacyAt(video, clock()).privacyStatus === 'private';
  if (!video || (isPrivate && video.channelId !== caller.id)) throw refuse('commentVideoNotFound');
  const isForKids = video.status.selfDeclaredMadeForKids === true;
  if (isPrivate || isForKids || video.commentCount === null) throw refuse('commentsDisabled');
  return video;
}

function presentThread(
  comment: Comment,
  author: Channel | undefined,
  caller: Channel,
  parts: readonly string[],
): object {
  const { id, videoId, channelId, text, postedAtMs } = comment;
  const at = presentTime(postedAtMs);
  const topLevelComment = {
    kind: 'youtube#comment',
    id,
    snippet: {
      videoId,
      textDisplay: text,
      ...(channelId === caller.id && { textOriginal: text }),
      authorDisplayName: author?.name ?? '',
      authorChannelId: { value: channelId },
      canRate: true,
      viewerRating: 'none',
      likeCount: 0,
      publishedAt: at,
      updatedAt: at,
    },
  };
  return withEtag({
    kind: 'youtube#commentThread',
    id,
    ...(parts.includes('snippet') && {
      snippet: { channelId: caller.id, videoId, topLevelComment, canReply: true, totalReplyCount: 0, isPublic: true },
    }),
  });
}
