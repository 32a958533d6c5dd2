import { checkPayload } from '../../domain/payload';
import type { Payload } from '../../domain/payload';
import type { Assignment } from '../../models/Assignment';
import { publisherFor } from '../../platforms';
import type { Platform } from '../../platforms/Platform';
import { invalid } from '../http/errors';

/**
 * The payload of an assignment with the fields of `change` in place of its own, checked as a whole.
 * @throws ApiError 400 naming all that is wrong
 */
export function mergePayload(
  platform: Platform,
  { type, payload: stored }: Assignment,
  change: Record<string, unknown>,
): Payload {
  const publisher = publisherFor(platform, type);
  const { payload, errors } = checkPayload(publisher.capabilities.payloadFields, { ...stored, ...change });
  const faults = Object.keys(errors).length > 0 ? errors : publisher.checkPayload(payload);
  if (Object.keys(faults).length > 0) throw invalid(faults);
  return payload;
}
