import type { Request, Response } from 'express';
import { queryOf } from '../../http/query';
import { authorizeAccount } from '../accounts/authorize';
import type { YoutubeContext } from '../context';
import { refuse } from '../errors';
import { pageOf } from '../page';
import { playlistItemParts, readFilter, readParts } from '../parts';
import { presentTime, uploadsPlaylistId, withEtag } from '../present';
import { spendUnits } from '../quota';
import type { Channel, Video } from '../records';
import { sendList, viewerOf } from '../send';
import { itemsOf, videosOf } from '../store';
import type { YoutubeStore } from '../store';
import { videoThumbnails } from '../thumbnails';
import { privacyAt, publishedAtMs } from '../videoStatus';

const kind = 'youtube#playlistItemListResponse';

/**
 * playlistItems.list: 1 unit. Of an uploads playlist, newest first; of any other in its order, with `videoId` the items of
 * one video. Another's private videos are not in it.
 * Throws 404 playlistNotFound, also for an uploads playlist without items; 403 playlistItemsNotAccessible.
 */
export function listPlaylistItems(context: YoutubeContext, req: Request, res: Response): void {
  const caller = authorizeAccount(context, req, 'list', () => spendUnits(context, 1));
  const parts = readParts(req, playlistItemParts);
  const filter = readFilter(req, ['id', 'playlistId']);
  if (filter === 'id') return sendList(req, res, kind, [], pageOf(req, []).info);
  const query = queryOf(req);
  const playlistId = query.get('playlistId') ?? '';
  const entries = visibleTo(context, caller, playlistId);
  const videoId = query.get('videoId');
  const { items, info } = pageOf(req, videoId ? entries.filter(({ video }) => video.id === videoId) : entries);
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

/** A video in a playlist. */
interface Entry {
  readonly id: string;
  readonly playlistId: string;
  /** The channel that the playlist belongs to. */
  readonly owner: Channel;
  readonly video: Video;
  readonly channel: Channel;
  readonly position: number;
  /** Null: an uploads playlist has each video since it was published. */
  readonly addedAtMs: number | null;
}

function visibleTo(context: YoutubeContext, caller: Channel | undefined, playlistId: string): Entry[] {
  const now = context.clock();
  const playlist = context.store.playlists.get(playlistId);
  if (playlist?.privacyStatus === 'private' && playlist.channelId !== caller?.id) {
    throw refuse('playlistItemsNotAccessible', { location: 'playlistId', locationType: 'parameter' });
  }
  const entries = entriesOf(context, playlistId)
    .filter(({ video }) => video.channelId === caller?.id || privacyAt(video, now).privacyStatus === 'public')
    .map((entry, position) => ({ ...entry, position }));
  if (entries.length === 0 && !playlist) throw refuse('playlistNotFound');
  return entries;
}

/** All of a playlist, in its order. A video that is gone is in none. */
export function entriesOf({ store }: YoutubeContext, playlistId: string): Entry[] {
  const items = store.playlists.get(playlistId) ? itemsOf(store, playlistId) : uploadsOf(store, playlistId);
  const channelId = store.playlists.get(playlistId)?.channelId;
  const owner = store.channels.values().find(({ id }) => id === channelId || uploadsPlaylistId(id) === playlistId);
  return items.flatMap(({ id, videoId, addedAtMs }, position) => {
    const video = store.videos.get(videoId);
    const channel = store.channels.get(video?.channelId ?? '');
    return owner && video && channel ? [{ id, playlistId, owner, video, channel, position, addedAtMs }] : [];
  });
}

function uploadsOf(store: YoutubeStore, playlistId: string) {
  const channel = store.channels.values().find(({ id }) => uploadsPlaylistId(id) === playlistId);
  const videos = channel ? videosOf(store, channel.id) : [];
  const idOf = (videoId: string) => Buffer.from(`${playlistId}.${videoId}`).toString('base64url');
  return videos.map(({ id }) => ({ id: idOf(id), videoId: id, addedAtMs: null }));
}

/** A playlist item with the requested parts (resource page `playlistItems`). */
export function presentItem(
  { id, playlistId, owner, video, channel, position, addedAtMs }: Entry,
  parts: readonly string[],
  nowMs: number,
  origin: string,
): object {
  const videoPublishedAt = presentTime(publishedAtMs(video, nowMs));
  const { title, description } = video.snippet;
  return withEtag({
    kind: 'youtube#playlistItem',
    id,
    ...(parts.includes('snippet') && {
      snippet: {
        publishedAt: addedAtMs === null ? videoPublishedAt : presentTime(addedAtMs),
        channelId: owner.id,
        title,
        description,
        thumbnails: videoThumbnails(video, origin),
        channelTitle: owner.name,
        playlistId,
        position,
        resourceId: { kind: 'youtube#video', videoId: video.id },
        videoOwnerChannelTitle: channel.name,
        videoOwnerChannelId: channel.id,
      },
    }),
    ...(parts.includes('contentDetails') && { contentDetails: { videoId: video.id, videoPublishedAt } }),
    ...(parts.includes('status') && { status: { privacyStatus: privacyAt(video, nowMs).privacyStatus } }),
  });
}
