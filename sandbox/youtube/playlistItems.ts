import type { Request, Response } from 'express';
import { queryOf } from '../http/query';
import { authorizeAccount } from './authorize';
import type { YoutubeContext } from './context';
import { refuse } from './errors';
import { missingFilter, playlistItemParts, readParts } from './parts';
import { presentTime, uploadsPlaylistId, withEtag } from './present';
import { spendUnits } from './quota';
import type { Video } from './records';
import { sendList } from './send';
import { videosOf } from './store';
import { privacyAt, publishedAtMs } from './videoStatus';

/** playlistItems.list of an uploads playlist, newest first: 1 unit. Another's private videos are not in it. */
export function listPlaylistItems(context: YoutubeContext, req: Request, res: Response): void {
  const caller = authorizeAccount(context, req, 'list', () => spendUnits(context, 1));
  const parts = readParts(req, playlistItemParts);
  const playlistId = queryOf(req).get('playlistId');
  if (playlistId === null) throw missingFilter('id, playlistId');
  const channel = context.store.channels.values().find(({ id }) => uploadsPlaylistId(id) === playlistId);
  if (!channel) throw refuse('playlistNotFound');
  const now = context.clock();
  const isVisible = (video: Video) => channel.id === caller?.id || privacyAt(video, now).privacyStatus === 'public';
  const videos = videosOf(context.store, channel.id).filter(isVisible);
  const { offset, count } = readPage(req);
  const items = videos
    .slice(offset, offset + count)
    .map((video, index) => presentItem(video, parts, offset + index, playlistId, now));
  sendList(req, res, 'youtube#playlistItemListResponse', items, {
    totalResults: videos.length,
    ...(offset + count < videos.length && { nextPageToken: pageToken(offset + count) }),
    ...(offset > 0 && { prevPageToken: pageToken(Math.max(0, offset - count)) }),
  });
}

const pageToken = (offset: number) => Buffer.from(`at:${offset}`).toString('base64url');

function readPage(req: Request): { offset: number; count: number } {
  const query = queryOf(req);
  const count = Number(query.get('maxResults') ?? 5);
  if (!Number.isInteger(count) || count < 0 || count > 50) {
    throw refuse('unexpectedParameter', {
      reason: 'invalidParameter',
      location: 'maxResults',
      message: 'Invalid value for maxResults',
    });
  }
  const token = query.get('pageToken');
  if (token === null) return { offset: 0, count };
  const [, offset] = /^at:(\d{1,9})$/.exec(Buffer.from(token, 'base64url').toString()) ?? [];
  if (offset === undefined) throw refuse('invalidPageToken');
  return { offset: Number(offset), count };
}

function presentItem(
  video: Video,
  parts: readonly string[],
  position: number,
  playlistId: string,
  nowMs: number,
): object {
  const publishedAt = presentTime(publishedAtMs(video, nowMs));
  const { title, description } = video.snippet;
  return withEtag({
    kind: 'youtube#playlistItem',
    id: Buffer.from(`${playlistId}.${video.id}`).toString('base64url'),
    ...(parts.includes('snippet') && {
      snippet: {
        publishedAt,
        channelId: video.channelId,
        title,
        description,
        playlistId,
        position,
        resourceId: { kind: 'youtube#video', videoId: video.id },
      },
    }),
    ...(parts.includes('contentDetails') && { contentDetails: { videoId: video.id, videoPublishedAt: publishedAt } }),
    ...(parts.includes('status') && { status: { privacyStatus: privacyAt(video, nowMs).privacyStatus } }),
  });
}
