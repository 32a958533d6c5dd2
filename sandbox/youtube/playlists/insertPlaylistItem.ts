import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { readText } from '../../http/exchange';
import { authorize } from '../accounts/authorize';
import type { YoutubeContext } from '../context';
import { refuse } from '../errors';
import { playlistItemParts, readParts } from '../parts';
import { entriesOf, presentItem } from './playlistItems';
import { readWritten } from './playlists';
import { spendUnits } from '../quota';
import type { Channel, PlaylistItem } from '../records';
import { sendResource, viewerOf } from '../send';
import { itemsOf } from '../store';
import { privacyAt } from '../videoStatus';

const bodyLimitBytes = 64 * 1024;
/** As YouTube enforces it; its documentation names no number. */
const itemsMax = 5000;

const Written = z.looseObject({
  snippet: z
    .looseObject({
      playlistId: z.string().optional(),
      resourceId: z.looseObject({ kind: z.string().optional(), videoId: z.string().optional() }).optional(),
    })
    .default({}),
});

/**
 * playlistItems.insert: 50 units, one more item each time. For some time after its upload a video is answered 404 although
 * its item is made (setting `youngVideoMs`).
 * Throws 400 playlistIdRequired, resourceIdRequired, invalidResourceType, playlistOperationUnsupported; 403
 * playlistItemsNotAccessible, playlistContainsMaximumNumberOfVideos; 404 playlistNotFound, videoNotFound.
 */
export async function insertPlaylistItem(context: YoutubeContext, req: Request, res: Response): Promise<void> {
  const channel = authorize(context, req, 'update', () => spendUnits(context, 50));
  const parts = readParts(req, playlistItemParts);
  const { playlistId, videoId } = readIds(await readText(req, bodyLimitBytes));
  assertOpen(context, channel, playlistId);
  const now = context.clock();
  const video = context.store.videos.get(videoId);
  const isHidden = video?.channelId !== channel.id && video && privacyAt(video, now).privacyStatus === 'private';
  if (!video || isHidden) throw refuse('videoNotFound', { location: 'snippet.resourceId.videoId' });
  const item: PlaylistItem = { id: randomBytes(24).toString('base64url'), playlistId, videoId, addedAtMs: now };
  context.store.playlistItems.put(item.id, item);
  if (now - video.uploadedAtMs < context.settings.read().youngVideoMs) {
    throw refuse('videoNotFound', { location: 'snippet.resourceId.videoId' });
  }
  const entry = entriesOf(context, playlistId).find(({ id }) => id === item.id);
  if (!entry) throw new Error('an item that was just made is gone');
  sendResource(req, res, presentItem(entry, parts, now, viewerOf(req, 'insert').origin));
}

function readIds(text: string): { playlistId: string; videoId: string } {
  const { playlistId, resourceId } = readWritten(text, Written).snippet;
  if (!playlistId) throw refuse('playlistIdRequired');
  if (!resourceId) throw refuse('resourceIdRequired');
  if (resourceId.kind !== 'youtube#video' || !resourceId.videoId) throw refuse('invalidResourceType');
  return { playlistId, videoId: resourceId.videoId };
}

/** The uploads playlist takes no items; another's takes none of this channel. */
function assertOpen({ store }: YoutubeContext, channel: Channel, playlistId: string): void {
  if (playlistId.startsWith('UU')) throw refuse('playlistOperationUnsupported');
  const playlist = store.playlists.get(playlistId);
  if (!playlist) throw refuse('playlistNotFound');
  if (playlist.channelId !== channel.id) throw refuse('playlistItemsNotAccessible');
  if (itemsOf(store, playlistId).length >= itemsMax) throw refuse('playlistContainsMaximumNumberOfVideos');
}
