import type { Request, Response } from 'express';
import { listParameter, queryOf } from '../http/query';
import { authorize } from './authorize';
import type { YoutubeContext } from './context';
import { channelParts, missingFilter, readParts } from './parts';
import { presentChannel } from './present';
import { spendUnits } from './quota';
import { sendList, viewerOf } from './send';

/** channels.list, the caller's own or by id: 1 unit. */
export function listChannels(context: YoutubeContext, req: Request, res: Response): void {
  const channel = authorize(context, req, 'list', () => spendUnits(context, 1));
  const parts = readParts(req, channelParts);
  const isMine = queryOf(req).get('mine') === 'true';
  const ids = isMine ? [channel.id] : listParameter(req, 'id');
  if (ids.length === 0) {
    throw missingFilter('forHandle, id, managedByMe, mine, forUsername');
  }
  const channels = ids.map((id) => context.store.channels.get(id)).filter((found) => found !== undefined);
  const viewer = viewerOf(req, 'list');
  sendList(
    res,
    'youtube#channelListResponse',
    channels.map((found) => presentChannel(context, found, parts, viewer)),
  );
}
