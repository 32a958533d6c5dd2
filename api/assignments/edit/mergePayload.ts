import { isDeepStrictEqual } from 'node:util';
import type { FieldErrors, Payload } from '../../../domain/payload/payload';
import type { Assignment } from '../../../models/assignments/Assignment';
import { publisherFor } from '../../../platforms';
import type { Platform } from '../../../platforms/Platform';
import type { Publisher } from '../../../platforms/Publisher';
import { invalid } from '../../http/errors';
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
  const faults = withoutKeptFiles(publisher, errors, { stored, payload });
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return payload;
}

/** A file that stays was judged when it was named. Since then the uploaded file may have been removed. */
function withoutKeptFiles(
  { capabilities }: Publisher,
  errors: FieldErrors,
  { stored, payload }: { stored: Payload; payload: Payload },
): FieldErrors {
  const kept = (capabilities.extras ?? [])
    .filter(({ field }) => stored[field] !== undefined && isDeepStrictEqual(stored[field], payload[field]))
    .map(({ field }) => `payload.${field}`);
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !kept.includes(field)));
}
