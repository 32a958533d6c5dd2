import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { RouteDescription } from '../../api/http/Route';
import { createSessions } from '../../lib/sessions';
import { parseSecretsKeys } from '../../lib/secrets';
import { testIssuer, testKeyring, testSessions } from '../support/secrets';
import type { Stage } from './stage';
import { useCaseOf } from './requests';
import type { Person, Things } from './things';

/** `Authorization` headers that open nothing, by their fault. Every header is answered with 401. */
type Refused = Readonly<Record<string, (stage: Stage) => Promise<string | undefined>>>;

const forAll: Refused = {
  'no credential': async () => undefined,
  'an access token that nobody knows': async () => `Bearer mcp_at_${'m'.repeat(43)}`,
  'another scheme': async ({ owner }) => `Basic ${Buffer.from(`${owner.apiKey}:`).toString('base64')}`,
  'an empty one': async () => 'Bearer ',
};

const forKeys: Refused = {
  ...forAll,
  'the access token of an assistant': async ({ owner }) => `Bearer ${owner.assistant.accessToken}`,
  'the token of the owner': async ({ owner }) => `Bearer ${owner.person.token}`,
  'the key before the last rotation': async ({ formerKey }) => `Bearer ${formerKey}`,
  'a key of nobody': async () => `Bearer ds_live_${'x'.repeat(32)}`,
  'the key in lower case': async ({ owner }) => `Bearer ${owner.apiKey.toLowerCase()}`,
};

const otherKeyring = parseSecretsKeys(`test:${Buffer.alloc(32, 9).toString('base64')}`);

const forUsers: Refused = {
  ...forAll,
  'the access token of an assistant': async ({ owner }) => `Bearer ${owner.assistant.accessToken}`,
  'the API key': async ({ owner }) => `Bearer ${owner.apiKey}`,
  'a token that has expired': async ({ owner }) => `Bearer ${await expired(owner.person.userId)}`,
  'a token that another key has signed': async ({ owner }) =>
    `Bearer ${await createSessions(otherKeyring, testIssuer).issue(owner.person.userId)}`,
  'a token of another installation': async ({ owner }) =>
    `Bearer ${await createSessions(testKeyring, 'https://other.example').issue(owner.person.userId)}`,
  'a token that nobody has signed': async ({ owner }) => `Bearer ${unsigned(owner.person.token)}`,
  'the token of a user who is gone': async () => `Bearer ${await testSessions.issue(randomUUID())}`,
};

const forAssistants: Refused = {
  ...forAll,
  'the API key': async ({ owner }) => `Bearer ${owner.apiKey}`,
  'the token of the owner': async ({ owner }) => `Bearer ${owner.person.token}`,
  'an access token that has expired': async ({ formerAssistants }) => `Bearer ${formerAssistants.expired.accessToken}`,
  'an access token whose grant has ended': async ({ formerAssistants }) =>
    `Bearer ${formerAssistants.ended.accessToken}`,
  'a refresh token': async ({ owner }) => `Bearer ${owner.assistant.refreshToken}`,
};

/** All that a route must refuse. */
export function refusedBy({ credential }: RouteDescription): Refused {
  if (credential === 'mcp') return forAssistants;
  return credential === 'apiKey' ? forKeys : forUsers;
}

async function expired(userId: string): Promise<string> {
  const [[keyId, key] = []] = testKeyring;
  const seconds = Math.floor(Date.now() / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', kid: keyId! })
    .setIssuer(testIssuer)
    .setAudience(`${testIssuer}/api/v1`)
    .setSubject(userId)
    .setIssuedAt(seconds - 3600)
    .setExpirationTime(seconds - 60)
    .sign(key!);
}

/** The same claims under `alg: none` (RFC 8725 §2.1). */
function unsigned(token: string): string {
  const header = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT', kid: 'test' })).toString('base64url');
  return `${header}.${token.split('.')[1]}.`;
}

/** The credential of the owner's own request; some operations take another person of the organization. */
export function ownCredential(route: RouteDescription, { owner, staff }: Stage): string {
  if (route.credential === 'apiKey') return `Bearer ${owner.apiKey}`;
  if (route.credential === 'mcp') return `Bearer ${owner.assistant.accessToken}`;
  if (route.credential === 'platformAdmin') return `Bearer ${staff.admin.token}`;
  return ofPerson(route, owner.person, staff);
}

/** The credential of another party's own request. */
export function twinCredential(route: RouteDescription, party: Stage['outsider']): string {
  if (route.credential === 'apiKey' || route.credential === 'mcp') return credentialOf(route, party);
  return ofPerson(route, party.person, party.things.staff);
}

function ofPerson(route: RouteDescription, owner: Person, staff: Things['staff']): string {
  const others: Readonly<Record<string, Person>> = {
    leaveOrganization: staff.member,
    acceptInvitation: staff.invitee,
  };
  return `Bearer ${(others[useCaseOf(route)] ?? owner).token}`;
}

/** The credential of another party, of the kind that the route takes. */
export function credentialOf(route: RouteDescription, { apiKey, person, assistant }: Stage['outsider']): string {
  if (route.credential === 'mcp') return `Bearer ${assistant.accessToken}`;
  return `Bearer ${route.credential === 'apiKey' ? apiKey : person.token}`;
}
