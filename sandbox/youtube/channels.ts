import type { Request, Response } from 'express';
import { listParameter, queryOf } from '../http/query';
import { authorizeAccount } from './authorize';
import type { YoutubeContext } from './context';
import { channelParts, missingFilter, readParts } from './parts';
import { presentChannel, withEtag } from './present';
import { spendUnits } from './quota';
import type { Channel } from './records';
import { sendList, sendResource, viewerOf } from './send';

const kind = 'youtube#channelListResponse';

/** channels.list, the caller's own or by id: 1 unit. */
export function listChannels(context: YoutubeContext, req: Request, res: Response): void {
  const own = authorizeAccount(context, req, 'list', () => spendUnits(context, 1));
  const parts = readParts(req, channelParts);
  const channels = selectChannels(context, req, own);
  // As recorded: without a channel there are no items at all, not an empty list of them.
  if (channels.length === 0)
    return sendResource(req, res, withEtag({ kind, pageInfo: { totalResults: 0, resultsPerPage: 5 } }));
  const viewer = viewerOf(req, 'list');
  sendList(
    req,
    res,
    kind,
    channels.map((found) => presentChannel(context, found, parts, viewer)),
  );
}

function selectChannels({ store }: YoutubeContext, req: Request, own: Channel | undefined): Channel[] {
  if (queryOf(req).get('mine') === 'true') return own ? [own] : [];
  const ids = listParameter(req, 'id');
  if (ids.length === 0) throw missingFilter('forHandle, id, managedByMe, mine, forUsername');
  return ids.map((id) => store.channels.get(id)).filter((found) => found !== undefined);
}
