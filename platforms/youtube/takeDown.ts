import type { RemovalMode } from '../../domain/platform';
import type { Call } from '../Call';
import { requireAudience, withAudience } from './edit';
import type { YouTubeClient } from './http';
import { changeUnits, paidAhead, readUnits } from './quota';
import { deleteVideo, findVideo, updateVideo, WritableStatus } from './videos';

/** Deletes a public video, or hides it. @returns `unseen` for a video that YouTube does not find */
export async function takeVideoDown(
  client: YouTubeClient,
  call: Call,
  id: string,
  mode: RemovalMode,
): Promise<'done' | 'unseen'> {
  if (mode === 'private') return hide(client, await paidAhead(call, 'units', readUnits + changeUnits), id);
  return (await deleteVideo(client, call, id)) ? 'done' : 'unseen';
}

/** A date of publication that somebody has set on the channel goes, too: it would show the video again. */
async function hide(client: YouTubeClient, call: Call, id: string): Promise<'done' | 'unseen'> {
  const video = await findVideo(client, call, id, { status: WritableStatus });
  if (!video) return 'unseen';
  const { publishAt, ...status } = video.status;
  if (status.privacyStatus === 'private' && publishAt === undefined) return 'done';
  const hidden = withAudience(status, 'private');
  requireAudience(call, await updateVideo(client, call, 'youtube.video.hide', { id, status: hidden }), 'private');
  return 'done';
}
