import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { readText } from '../../http/exchange';
import { listParameter, queryOf } from '../../http/query';
import { authorize, authorizeAccount } from '../accounts/authorize';
import type { YoutubeContext } from '../context';
import { refuse } from '../errors';
import { pageOf } from '../page';
import { playlistParts, readFilter, readParts } from '../parts';
import { presentTime, withEtag } from '../present';
import { spendUnits } from '../quota';
import { Playlist } from '../records';
import { sendList, sendResource } from '../send';
import { itemsOf } from '../store';

const bodyLimitBytes = 64 * 1024;

const Written = z.looseObject({
  snippet: z.looseObject({ title: z.string().optional() }).default({}),
  status: z.looseObject({ privacyStatus: Playlist.shape.privacyStatus.optional() }).default({}),
});

/** playlists.insert: 50 units. Throws 400 playlistTitleRequired, parseError. */
export async function insertPlaylist(context: YoutubeContext, req: Request, res: Response): Promise<void> {
  const channel = authorize(context, req, 'update', () => spendUnits(context, 50));
  const parts = readParts(req, playlistParts);
  const { snippet, status } = readWritten(await readText(req, bodyLimitBytes), Written);
  if (!snippet.title) throw refuse('playlistTitleRequired');
  const playlist: Playlist = {
    id: `PL${randomBytes(24).toString('base64url')}`,
    channelId: channel.id,
    title: snippet.title,
    privacyStatus: status.privacyStatus ?? 'public',
    createdAtMs: context.clock(),
  };
  context.store.playlists.put(playlist.id, playlist);
  sendResource(req, res, presentPlaylist(context, playlist, parts));
}

/** playlists.delete: 50 units. Its videos stay. Throws 404 playlistNotFound, 403 forbidden for another's. */
export function deletePlaylist(context: YoutubeContext, req: Request, res: Response): void {
  const channel = authorize(context, req, 'delete', () => spendUnits(context, 50));
  const playlist = context.store.playlists.get(queryOf(req).get('id') ?? '');
  if (!playlist) throw refuse('playlistNotFound');
  if (playlist.channelId !== channel.id) throw refuse('forbidden', { location: 'id' });
  context.store.playlists.delete(playlist.id);
  res.status(204).end();
}

/** playlists.list: 1 unit. An unknown playlist, or another's private playlist, is simply missing from the answer. */
export function listPlaylists(context: YoutubeContext, req: Request, res: Response): void {
  const caller = authorizeAccount(context, req, 'list', () => spendUnits(context, 1));
  const parts = readParts(req, playlistParts);
  const filter = readFilter(req, ['channelId', 'id', 'mine']);
  const ids = listParameter(req, 'id');
  const channelId = filter === 'mine' ? caller?.id : queryOf(req).get('channelId');
  const found = context.store.playlists
    .values()
    .filter((playlist) => playlist.channelId === caller?.id || playlist.privacyStatus !== 'private')
    .filter((playlist) => (filter === 'id' ? ids.includes(playlist.id) : playlist.channelId === channelId));
  const { items, info } = pageOf(req, found);
  const shown = items.map((playlist) => presentPlaylist(context, playlist, parts));
  sendList(req, res, 'youtube#playlistListResponse', shown, info);
}

/** A JSON resource that a request writes. Throws 400 parseError, invalid. */
export function readWritten<T>(text: string, schema: z.ZodType<T>): T {
  const result = schema.safeParse(parseJson(text));
  if (!result.success) throw refuse('invalidValue');
  return result.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.trim() === '' ? '{}' : text);
  } catch {
    throw refuse('parseError');
  }
}

/** A playlist with the requested parts (resource page `playlists`). */
function presentPlaylist({ store }: YoutubeContext, playlist: Playlist, parts: readonly string[]): object {
  const { id, channelId, title, privacyStatus, createdAtMs } = playlist;
  return withEtag({
    kind: 'youtube#playlist',
    id,
    ...(parts.includes('snippet') && {
      snippet: {
        publishedAt: presentTime(createdAtMs),
        channelId,
        title,
        description: '',
        channelTitle: store.channels.get(channelId)?.name ?? '',
        localized: { title, description: '' },
      },
    }),
    ...(parts.includes('status') && { status: { privacyStatus } }),
    ...(parts.includes('contentDetails') && { contentDetails: { itemCount: itemsOf(store, id).length } }),
  });
}
