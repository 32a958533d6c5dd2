import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { Call } from '../Call';
import type { VideoPayload } from './capabilities';
import { detailPartsOf, Details, snippetDetails, statusDetails, withDetails } from './details';
import { quote } from '../http/quote';
import type { YouTubeClient } from './http';
import { requireVideo, Status, updateVideo, WritableSnippet, WritableStatus } from './videos';

type VideoStatus = z.infer<typeof WritableStatus>;

/**
 * Gives a video the metadata of a payload: one read, and one update (50 units of quota) only where a value differs.
 * @param audience makes the next status, beside the metadata
 */
export async function makeEqual(
  client: YouTubeClient,
  call: Call,
  operation: 'youtube.video.stage' | 'youtube.video.update',
  id: string,
  payload: VideoPayload,
  audience: (status: VideoStatus) => VideoStatus,
): Promise<void> {
  const { title, description, tags, categoryId, madeForKids } = payload;
  const parts = { snippet: WritableSnippet, status: Status, ...detailPartsOf(payload) };
  const { snippet, status: found, ...others } = await requireVideo(client, call, id, parts);
  const details = Details.parse(others);
  const { madeForKids: isMadeForKids = false, ...status } = found;
  const current = {
    ...details,
    snippet,
    // A list always has `madeForKids`, and mostly its writable counterpart.
    status: WritableStatus.parse({ selfDeclaredMadeForKids: isMadeForKids, ...status }),
  };
  const next = {
    ...withDetails(payload, details),
    snippet: {
      ...current.snippet,
      title,
      tags,
      ...(description !== undefined && { description }),
      ...(categoryId !== undefined && { categoryId }),
      ...snippetDetails(payload, snippet),
    },
    status: audience({
      ...current.status,
      selfDeclaredMadeForKids: madeForKids,
      ...statusDetails(payload, current.status),
    }),
  };
  if (isDeepStrictEqual(next, current)) return;
  requireAudience(call, await updateVideo(client, call, operation, { id, ...next }), next.status.privacyStatus);
}

/**
 * @throws PublishFailure if YouTube answers an update with another audience than the requested audience:
 *   `PLATFORM_REJECTED` if only the channel sees the video, `OUTCOME_UNKNOWN` if others may
 */
export function requireAudience({ accessToken }: Call, answered: string, asked: string): void {
  if (answered === asked) return;
  const quoted = quote(answered, [accessToken]);
  const words = {
    seen: `YouTube was asked to make the video ${asked} and answers that it is "${quoted}".`,
    todo: "Look at the video and the channel's settings on YouTube: an account that its owner does not manage alone may be limited.",
  };
  const code = answered === 'private' ? 'PLATFORM_REJECTED' : 'OUTCOME_UNKNOWN';
  throw new PublishFailure(code, words, { transient: false });
}

/** A date of publication set on the channel gives way to ours. */
export function withAudience(status: VideoStatus, privacy: VideoPayload['privacy']): VideoStatus {
  if (status.privacyStatus === privacy) return status;
  const { publishAt: _, ...kept } = status;
  return { ...kept, privacyStatus: privacy };
}
