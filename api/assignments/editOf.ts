import { isDeepStrictEqual } from 'node:util';
import type { Assignment, AssignmentEdit } from '../../models/Assignment';
import { publisherFor } from '../../platforms';
import type { AppDeps } from '../deps';
import { publishingPlatform } from '../platforms/offered';
import { filesOf } from './filesOf';
import { mergePayload } from './mergePayload';
import { uploadsOf } from './mediaReach';
import type { MediaReach } from './mediaReach';
import { mediaFixed } from './refusals';
import type { AssignmentChanges } from './updateSchema';

/**
 * Applies the changes to an assignment. Its run has to begin anew if it waits for another time, or has prepared another
 * payload.
 * @throws ApiError 400, and 409 for a change of media that may have been transferred
 */
export function editOf(
  deps: Pick<AppDeps, 'platforms' | 'config'>,
  before: Assignment,
  changes: AssignmentChanges,
  reach: MediaReach,
): AssignmentEdit & { uploads: string[] } {
  const platform = publishingPlatform(deps, before.platform);
  const publisher = publisherFor(platform, before.type);
  const payload = changes.payload ? mergePayload(platform, before, changes.payload, reach) : before.payload;
  const media = publisher.mediaUrls({ mediaUrl: before.mediaUrl, payload });
  const isOtherMedia = !isDeepStrictEqual(media, publisher.mediaUrls(before));
  if (isOtherMedia && before.status !== 'pending') throw mediaFixed.error(before.status);
  const scheduledAt = changes.scheduledAt === undefined ? before.scheduledAt : changes.scheduledAt;
  const ahead = changes.prepareAheadSeconds === undefined ? before.prepareAheadSeconds : changes.prepareAheadSeconds;
  const prepareAheadSeconds = media.length === 0 ? 0 : (ahead ?? deps.config.prepareAheadSeconds);

  const isRescheduled = scheduledAt?.getTime() !== before.scheduledAt?.getTime();
  const isOther =
    before.status === 'pending'
      ? prepareAheadSeconds !== before.prepareAheadSeconds
      : !isDeepStrictEqual(payload, before.payload);
  const uploads = uploadsOf(filesOf(publisher, { mediaUrl: before.mediaUrl, payload }), reach);
  return { payload, scheduledAt, prepareAheadSeconds, isOtherMedia, isRunAnew: isRescheduled || isOther, uploads };
}
