import { notValid } from './errors';
import type { AnyRefusal } from './errors';
import {
  accessTokenNeeded,
  bodyTooLarge,
  bodyTooLate,
  broken,
  busy,
  keyNeeded,
  noSuchOrganization,
  notAllowed,
  notDecodable,
  notOfMediaType,
  tokenNeeded,
  tooManyRequests,
} from './refusals';
import type { CredentialKind, RouteDescription } from './Route';

/** Refusals that follow from each kind of credential. */
const ofCredential: Readonly<Record<CredentialKind, readonly AnyRefusal[]>> = {
  public: [],
  ticket: [],
  apiKey: [keyNeeded],
  identity: [tokenNeeded],
  member: [tokenNeeded, notAllowed, noSuchOrganization],
  platformAdmin: [tokenNeeded, notAllowed],
  mcp: [accessTokenNeeded],
};

/** All refusals of a route: of its use case, of its credential, of its fields, and for faults of the service. */
export function refusalsOf({ credential, request, refuses }: RouteDescription): AnyRefusal[] {
  const hasCredential = credential !== 'public' && credential !== 'ticket';
  return [
    ...(Object.keys(request).length > 0 ? [notValid] : []),
    ...ofCredential[credential],
    ...(hasCredential ? [tooManyRequests] : []),
    ...(request.body || request.form ? [bodyTooLate, bodyTooLarge, notOfMediaType, notDecodable] : []),
    ...refuses,
    broken,
    busy,
  ];
}
