import { notFound, Refusal } from './errors';
import type { ApiError } from './errors';

/** Refusals that no use case makes: they follow from the credential, the form of a request, and this service's own state. */
export const keyNeeded = new Refusal(
  'UNAUTHORIZED',
  () => 'A valid API key is needed, as in "Authorization: Bearer <API_KEY>".',
);
export const tokenNeeded = new Refusal(
  'UNAUTHORIZED',
  () => 'A valid JWT is needed, as in "Authorization: Bearer <JWT>".',
);
export const accessTokenNeeded = new Refusal(
  'UNAUTHORIZED',
  () => 'A valid access token is needed. The header WWW-Authenticate says who gives one.',
);
export const foreignOrigin = new Refusal('FORBIDDEN', () => 'Pages of this origin may not call assistants’ tools.');
export const foreignHost = new Refusal('FORBIDDEN', () => 'This service is not reached under this host name.');
export const notAllowed = new Refusal('action_not_allowed', () => 'The credential does not allow this.');
export const noSuchOrganization = notFound('organization');
export const tooManyRequests = new Refusal(
  'RATE_LIMITED',
  (seconds: string) => `Too many requests. Try again in ${seconds} s.`,
  '30',
);

export const bodyTooLarge = new Refusal('PAYLOAD_TOO_LARGE', () => 'The body is too large.');
export const bodyTooLate = new Refusal(
  'REQUEST_TIMEOUT',
  () => 'The body did not arrive in time. Send the request again.',
);
export const notOfMediaType = new Refusal(
  'UNSUPPORTED_MEDIA_TYPE',
  (mediaType: string) => `The body must be ${mediaType}.`,
  'application/json',
);
export const otherVersion = new Refusal(
  'PRECONDITION_FAILED',
  () => 'The file has another version than the request asks for.',
);
export const notDecodable = new Refusal(
  'UNSUPPORTED_MEDIA_TYPE',
  (kind: string) => `The body must be ${kind} in UTF-8.`,
  'JSON',
);

/** Refusals of requests that cannot be read, so that no route sees them. */
export const malformed = new Refusal('VALIDATION_ERROR', () => 'The request is no HTTP/1.1 that can be read.');
export const requestTooLate = new Refusal(
  'REQUEST_TIMEOUT',
  () => 'The request did not arrive in time. Send it again.',
);
export const headersTooLarge = new Refusal(
  'HEADERS_TOO_LARGE',
  () => 'The headers are too large. Send at most 16 KiB of them.',
);

export const broken = new Refusal(
  'INTERNAL',
  () => 'Something went wrong on our side. Tell us the request id if it stays.',
);
export const busy = new Refusal('UNAVAILABLE', () => 'The service is busy. Try again in a moment.');

/** The refusal of work that can be asked for again at once: too much of it waits. */
export function nowBusy(retryAfterSeconds = 1): ApiError {
  return busy.errorWith({ headers: { 'Retry-After': String(retryAfterSeconds) } });
}
