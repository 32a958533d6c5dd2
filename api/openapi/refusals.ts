import type { FieldErrors } from '../../domain/payload/payload';
import { errorKinds, notValid } from '../http/errors';
import type { AnyRefusal, ErrorCode } from '../http/errors';
import {
  bodyTooLarge,
  bodyTooLate,
  broken,
  busy,
  headersTooLarge,
  keyNeeded,
  malformed,
  noSuchOrganization,
  notAllowed,
  notDecodable,
  notOfMediaType,
  requestTooLate,
  tokenNeeded,
  tooManyRequests,
} from '../http/refusals';
import { refusalsOf } from '../http/refusalsOf';
import type { RouteDescription } from '../http/Route';
import { exampleFaults } from './exampleFaults';
import { exampleRequestId, headersForScripts, headersNamed } from './headers';
import type { HeaderName } from './headers';
import { capitalized, refTo } from './types';
import type { Responses } from './types';

/** A request that cannot be read is refused before any route is found. */
const unreadable: readonly AnyRefusal[] = [malformed, requestTooLate, headersTooLarge];

/** Refusals with which many routes answer in the same words. */
const shared: Readonly<Record<string, readonly AnyRefusal[]>> = {
  Malformed: [malformed],
  Unauthorized: [keyNeeded],
  UserUnauthorized: [tokenNeeded],
  Forbidden: [notAllowed],
  NoSuchOrganization: [noSuchOrganization],
  RequestTimeout: [requestTooLate],
  BodyTimeout: [bodyTooLate, requestTooLate],
  BodyTooLarge: [bodyTooLarge],
  NotJson: [notOfMediaType, notDecodable],
  TooManyRequests: [tooManyRequests],
  HeadersTooLarge: [headersTooLarge],
  Internal: [broken],
  Unavailable: [busy],
};

/** The components that answers of many routes refer to. */
export function sharedResponses(): Responses {
  return Object.fromEntries(Object.entries(shared).map(([name, refusals]) => [name, responseOf(refusals, {}, [])]));
}

/** Each status with which a route refuses, with the texts that it sends. */
export function describeRefusals(route: RouteDescription): Responses {
  return describe([...refusalsOf(route), ...unreadable], exampleFaults(route), headersForScripts(route));
}

/** Each status with which a request is refused that no route sees. */
export function describeUnreadable(): Responses {
  return describe(unreadable, {}, []);
}

/** @param headers headers that only this route's answers have: then its refusals are not shared */
function describe(all: readonly AnyRefusal[], faults: FieldErrors, headers: readonly HeaderName[]): Responses {
  const codes = new Set(all.map(({ code }) => code));
  return Object.fromEntries(
    Array.from(codes, (code) => {
      const refusals = all.filter((refusal) => refusal.code === code);
      const name = Object.keys(shared).find((candidate) => isSame(shared[candidate] ?? [], refusals));
      const isShared = name !== undefined && headers.length === 0;
      return [errorKinds[code].status, isShared ? refTo('responses', name) : responseOf(refusals, faults, headers)];
    }),
  );
}

function isSame(some: readonly AnyRefusal[], others: readonly AnyRefusal[]): boolean {
  return some.length === others.length && some.every((refusal) => others.includes(refusal));
}

function responseOf(
  refusals: readonly AnyRefusal[],
  faults: FieldErrors,
  headers: readonly HeaderName[],
): Responses[string] {
  const [{ code } = broken] = refusals;
  const examples = refusals.map((refusal) => [nameOf(refusal), exampleOf(refusal, faults)]);
  return {
    description: errorKinds[code].meaning,
    headers: headersNamed(...headersOfCode(code), ...headers),
    content: {
      'application/json': {
        schema: refTo('schemas', code === 'INSUFFICIENT_CREDITS' ? 'InsufficientCredits' : 'Error'),
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** The name of a refusal's example: the first words of the refusal, joined. */
export function nameOf({ text }: Pick<AnyRefusal, 'text'>): string {
  const [first = '', ...words] = text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return [first, ...words.slice(0, 7).map(capitalized)].join('');
}

function exampleOf(refusal: AnyRefusal, faults: FieldErrors) {
  const { code, text: message, reason } = refusal;
  if (code === 'INSUFFICIENT_CREDITS') return { summary: message, value: { error: code, required: 10, balance: 4 } };
  const details = refusal === notValid ? faults : refusal === broken ? { requestId: exampleRequestId } : {};
  return { summary: message, value: { error: code, message, details, ...(reason && { reason }) } };
}

/** Refused before the quota of the caller is looked at. */
const notCounted: readonly ErrorCode[] = ['UNAUTHORIZED', 'REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE'];

/** The headers that only refusals with a code have. */
export const ownHeaders: Partial<Readonly<Record<ErrorCode, readonly HeaderName[]>>> = {
  UNAUTHORIZED: ['WWW-Authenticate'],
  INSUFFICIENT_CREDITS: ['X-Credits-Required', 'X-Credits-Balance'],
  REQUEST_TIMEOUT: ['Connection'],
  RATE_LIMITED: ['Retry-After'],
  HEADERS_TOO_LARGE: ['Connection'],
  UNAVAILABLE: ['Retry-After'],
};

function headersOfCode(code: ErrorCode): HeaderName[] {
  const quota: HeaderName[] = notCounted.includes(code) ? [] : ['RateLimit', 'RateLimit-Policy'];
  return ['X-Request-Id', ...quota, ...(ownHeaders[code] ?? [])];
}
