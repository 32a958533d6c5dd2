import type { Request, Response } from 'express';
import { queryOf } from '../http/query';
import { authorizeAccount } from './authorize';
import type { YoutubeContext } from './context';
import { refuse } from './errors';
import { pageOf } from './page';
import { playlistItemParts, readFilter, readParts } from './parts';
import { presentTime, uploadsPlaylistId, withEtag } from './present';
import { spendUnits } from './quota';
import type { Channel, Video } from './records';
import { sendList, viewerOf } from './send';
import { videosOf } from './store';
import { videoThumbnails } from './thumbnails';
import { privacyAt, publishedAtMs } from './videoStatus';

const kind = 'youtube#playlistItemListResponse';

/**
 * playlistItems.list of an uploads playlist, newest first: 1 unit. Another's private videos are not in it.
 * Throws 404 playlistNotFound, also for an uploads playlist without items.
 */
export function listPlaylistItems(context: YoutubeContext, req: Request, res: Response): void {
  const caller = authorizeAccount(context, req, 'list', () => spendUnits(context, 1));
  const parts = readParts(req, playlistItemParts);
  const filter = readFilter(req, ['id', 'playlistId']);
  if (filter === 'id') return sendList(req, res, kind, [], pageOf(req, []).info);
  const playlistId = queryOf(req).get('playlistId');
  const channel = context.store.channels.values().find(({ id }) => uploadsPlaylistId(id) === playlistId);
  const entries = channel ? listEntries(context, channel, caller) : [];
  if (entries.length === 0) throw refuse('playlistNotFound');
  const { items, info } = pageOf(req, entries);
  const { origin } = viewerOf(req, 'list');
  const now = context.clock();
  sendList(
    req,
    res,
    kind,
    items.map((entry) => presentItem(entry, parts, now, origin)),
    info,
  );
}

/** A video in the uploads playlist of its channel. */
interface Entry {
  readonly video: Video;
  readonly channel: Channel;
  readonly position: number;
}

function listEntries({ store, clock }: YoutubeContext, channel: Channel, caller: Channel | undefined): Entry[] {
  const now = clock();
  const isVisible = (video: Video) => channel.id === caller?.id || privacyAt(video, now).privacyStatus === 'public';
  return videosOf(store, channel.id)
    .filter(isVisible)
    .map((video, position) => ({ video, channel, position }));
}

/** A playlist item with the requested parts (resource page `playlistItems`). */
function presentItem(
  { video, channel, position }: Entry,
  parts: readonly string[],
  nowMs: number,
  origin: string,
): object {
  const publishedAt = presentTime(publishedAtMs(video, nowMs));
  const playlistId = uploadsPlaylistId(channel.id);
  const { title, description } = video.snippet;
  return withEtag({
    kind: 'youtube#playlistItem',
    id: Buffer.from(`${playlistId}.${video.id}`).toString('base64url'),
    ...(parts.includes('snippet') && {
      snippet: {
        publishedAt,
        channelId: channel.id,
        title,
        description,
        thumbnails: videoThumbnails(video, origin),
        channelTitle: channel.name,
        playlistId,
        position,
        resourceId: { kind: 'youtube#video', videoId: video.id },
        videoOwnerChannelTitle: channel.name,
        videoOwnerChannelId: channel.id,
      },
    }),
    ...(parts.includes('contentDetails') && { contentDetails: { videoId: video.id, videoPublishedAt: publishedAt } }),
    ...(parts.includes('status') && { status: { privacyStatus: privacyAt(video, nowMs).privacyStatus } }),
  });
}
