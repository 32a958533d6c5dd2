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

/** Every refusal that a route can make: those of its use case, those that its credential and its fields imply, and faults. */
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
