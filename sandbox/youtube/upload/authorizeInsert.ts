import type { Request } from 'express';
import { authorize } from '../accounts/authorize';
import type { YoutubeContext } from '../context';
import { readParts, videoParts } from '../parts';
import { assertChannelMayUpload, spendUpload } from '../quota';
import type { Channel } from '../records';

/** The checks that all ways to insert a video make first: token, quota, scope, parts, the channel's own limit. */
export function authorizeInsert(context: YoutubeContext, req: Request): { channel: Channel; parts: string[] } {
  const channel = authorize(context, req, 'insert', () => spendUpload(context));
  const parts = readParts(req, videoParts);
  assertChannelMayUpload(context, channel.id);
  return { channel, parts };
}
