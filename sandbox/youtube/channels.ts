import type { Request, Response } from 'express';
import { listParameter, queryOf } from '../http/query';
import { authorizeAccount } from './accounts/authorize';
import type { YoutubeContext } from './context';
import { pageOf } from './page';
import { channelParts, readFilter, readParts } from './parts';
import { presentChannel, withEtag } from './present';
import { spendUnits } from './quota';
import type { Channel } from './records';
import { sendList, sendResource, viewerOf } from './send';

const kind = 'youtube#channelListResponse';
const filters = ['forHandle', 'forUsername', 'id', 'managedByMe', 'mine'] as const;

/** channels.list, the caller's own or by id: 1 unit. */
export function listChannels(context: YoutubeContext, req: Request, res: Response): void {
  const own = authorizeAccount(context, req, 'list', () => spendUnits(context, 1));
  const parts = readParts(req, channelParts);
  const { items: channels, info } = pageOf(req, selectChannels(context, req, own));
  // As recorded: without a channel there are no items at all, not an empty list of them.
  if (info.totalResults === 0) return sendResource(req, res, withEtag({ kind, pageInfo: info }));
  const viewer = viewerOf(req, 'list');
  const items = channels.map((found) => presentChannel(context, found, parts, viewer));
  sendList(req, res, kind, items, info);
}

function selectChannels({ store }: YoutubeContext, req: Request, own: Channel | undefined): Channel[] {
  const filter = readFilter(req, filters);
  if (filter === 'mine') return own && queryOf(req).get('mine') === 'true' ? [own] : [];
  if (filter !== 'id') return [];
  const ids = listParameter(req, 'id');
  return ids.map((id) => store.channels.get(id)).filter((found) => found !== undefined);
}
