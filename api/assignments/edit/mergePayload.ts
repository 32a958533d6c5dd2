import type { FieldErrors, Payload } from '../../../domain/payload/payload';
import type { Assignment } from '../../../models/assignments/Assignment';
import { publisherFor } from '../../../platforms';
import type { Platform } from '../../../platforms/Platform';
import type { Publisher } from '../../../platforms/Publisher';
import { invalid } from '../../http/errors';
import { pictureOf } from '../filesOf';
import { judgePayload } from '../judgePayload';
import type { MediaReach } from '../mediaReach';

/**
 * The payload of an assignment with the fields of `change` in place of its own, checked as create checks it.
 * @throws ApiError 400 naming all that is wrong
 */
export function mergePayload(
  platform: Platform,
  { type, payload: stored }: Assignment,
  change: Record<string, unknown>,
  reach: MediaReach,
): Payload {
  const publisher = publisherFor(platform, type);
  const { payload, errors } = judgePayload(publisher, { ...stored, ...change }, reach);
  const faults = withoutKeptPicture(publisher, errors, { stored, payload });
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return payload;
}

/** A picture that stays was judged when it was named. Since then its uploaded file may have been removed. */
function withoutKeptPicture(
  publisher: Publisher,
  errors: FieldErrors,
  { stored, payload }: { stored: Payload; payload: Payload },
): FieldErrors {
  const picture = pictureOf(publisher, payload);
  if (!picture || stored[picture.field] !== picture.url) return errors;
  const { [`payload.${picture.field}`]: _, ...others } = errors;
  return others;
}
