import type { FeatureName } from '../../domain/consent/feature';
import { conflict, notFound, Refusal } from '../http/errors';
import type { ApiError, ErrorCode } from '../http/errors';

export const noSuchPlatform = notFound('platform');
const notOfferedWords = (platform: string): string => `${platform} is not offered by this service at present.`;
export const platformAway = new Refusal('NOT_FOUND', notOfferedWords, 'The platform');
/** Refusals of a platform that is named in a path. */
export const platformRefusals = [noSuchPlatform, platformAway] as const;
export const tokenUnusable = conflict(
  (tokenStatus: string) => `The connection's token is ${tokenStatus}. Connect the channel again.`,
  'expired',
);
export const featureMissing = new Refusal(
  'feature_missing',
  (feature: FeatureName) =>
    `The owner of the channel has not allowed the feature "${feature}". Connect it again with this feature.`,
  'insights',
);
export const platformNotOffered = conflict(notOfferedWords, 'The platform');
/** In the platform's own words. */
export const platformRefuses = conflict(
  (message: string) => message,
  'The platform has refused: the signed-in account may not do this.',
);
const slowDown = new Refusal('RATE_LIMITED', (message: string) => message, 'The platform asks for fewer requests.');
const unreachable = new Refusal(
  'UNAVAILABLE',
  (message: string) => message,
  'The platform did not answer in time. Try again in a moment.',
);

/** Refusals of every use case that asks a platform while its caller waits. */
export const askingRefusals = [platformRefuses, slowDown, unreachable] as const;

/** A refusal that says when to come back. */
export function comeBack(
  code: Extract<ErrorCode, 'RATE_LIMITED' | 'UNAVAILABLE'>,
  message: string,
  waitMs: number,
): ApiError {
  const refusal = code === 'RATE_LIMITED' ? slowDown : unreachable;
  const headers = { 'Retry-After': String(Math.max(1, Math.ceil(waitMs / 1000))) };
  return refusal.errorWith({ headers }, message);
}
