import type { Payload } from '../../domain/payload';
import type { Assignment } from '../../models/Assignment';
import { publisherFor } from '../../platforms';
import type { Platform } from '../../platforms/Platform';
import { invalid } from '../http/errors';
import { judgePayload } from './judgePayload';
import type { MediaReach } from './mediaReach';

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
  const { payload, errors } = judgePayload(publisherFor(platform, type), { ...stored, ...change }, reach);
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return payload;
}
