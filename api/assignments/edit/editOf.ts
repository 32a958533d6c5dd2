import { isDeepStrictEqual } from 'node:util';
import { countedAheadSeconds } from '../../../domain/assignment/preparedLife';
import { fixedByUpload } from '../../../domain/payload/payload';
import type { Payload } from '../../../domain/payload/payload';
import type { Assignment } from '../../../models/assignments/Assignment';
import { publisherFor } from '../../../platforms';
import { ownPicture } from '../../../platforms/ownPicture';
import type { BaseDeps } from '../../deps';
import { publishingPlatform } from '../../platforms/offered';
import { invalid } from '../../http/errors';
import { filesOf } from '../filesOf';
import { mergePayload } from './mergePayload';
import { uploadsOf } from '../mediaReach';
import type { MediaReach } from '../mediaReach';
import { callbackFaults } from '../rules';
import type { AssignmentChanges } from './updateSchema';

type Wishes = Pick<Assignment, 'callbackEvents' | 'callbackStatuses'>;

/** The values of an assignment after a change, and the differences from its present values. */
export interface Edit extends Wishes {
  payload: Payload;
  scheduledAt: Date | null;
  prepareAheadSeconds: number;
  isOtherAhead: boolean;
  isOtherPayload: boolean;
  isOtherMedia: boolean;
  /** The picture of the post before it is live. */
  isOtherPicture: boolean;
  /** The names of changed fields that are fixed with the upload. */
  fixedByUpload: readonly string[];
  /** The upload sessions of the named files. */
  uploads: string[];
}

/**
 * Applies the changes to an assignment.
 * @throws ApiError 400
 */
export function editOf(
  deps: Pick<BaseDeps, 'platforms' | 'config'>,
  before: Assignment,
  changes: AssignmentChanges,
  reach: MediaReach,
): Edit {
  const platform = publishingPlatform(deps, before.platform);
  const publisher = publisherFor(platform, before.type);
  const payload = changes.payload ? mergePayload(platform, before, changes.payload, reach) : before.payload;
  const media = publisher.mediaUrls({ mediaUrl: before.mediaUrl, payload });
  const { payloadFields } = publisher.capabilities;
  const fixed = fixedByUpload(payloadFields, before.payload, payload);
  // What goes with the media needs these once more.
  const isOtherMedia = fixed.length > 0 || !isDeepStrictEqual(media, publisher.mediaUrls(before));
  const scheduledAt = changes.scheduledAt === undefined ? before.scheduledAt : changes.scheduledAt;
  const ahead = changes.prepareAheadSeconds === undefined ? before.prepareAheadSeconds : changes.prepareAheadSeconds;
  const asked = media.length === 0 ? 0 : (ahead ?? deps.config.prepareAheadSeconds);
  const prepareAheadSeconds = countedAheadSeconds(asked, publisher.preparedLifeMs);

  const isOtherAhead = prepareAheadSeconds !== before.prepareAheadSeconds;
  const isOtherPayload = !isDeepStrictEqual(payload, before.payload);
  const { mediaUrl, mediaContentType } = before;
  const isOtherPicture =
    ownPicture(publisher, before) !== ownPicture(publisher, { mediaUrl, mediaContentType, payload });
  const uploads = uploadsOf(filesOf(publisher, { mediaUrl, payload }), reach);
  const edited = { payload, scheduledAt, prepareAheadSeconds, ...wishesOf(before, changes) };
  return { ...edited, isOtherAhead, isOtherPayload, isOtherMedia, isOtherPicture, fixedByUpload: fixed, uploads };
}

/** What the caller wants to hear of. @throws ApiError 400 */
function wishesOf(before: Assignment, changes: AssignmentChanges): Wishes {
  const faults = callbackFaults(before.callbackUrl, changes);
  if (Object.keys(faults).length > 0) throw invalid(faults);
  const { callbackEvents: events, callbackStatuses: statuses } = changes;
  return {
    callbackEvents: events === undefined ? before.callbackEvents : (events ?? []),
    callbackStatuses: statuses === undefined ? before.callbackStatuses : statuses,
  };
}
