import { randomUUID } from 'node:crypto';
import { Membership } from '../../models/organizations/Membership';
import { User } from '../../models/users/User';
import { useApp } from '../support/callers/app';
import { addMember } from '../support/callers/people';
import { use } from '../support/use';
import { buildPerson, buildTenant, invite } from '../tenancy/things';
import type { Place } from '../tenancy/things';
import { credential, describeOrder, malformedBody, malformedId, membership, unknownId } from './faults';
import type { Cell, Fault, Operation } from './faults';

const app = useApp();

/** A workspace with two members, whose owner administers the installation, too; and invitations to another one. */
const scene = use(async () => {
  const tenant = await buildTenant(await app.deps.passwords.hash('correct horse'));
  const { organizationId, owner } = tenant;
  const [member, other] = [await buildPerson('member'), await buildPerson('other')];
  await app.database.query('UPDATE users SET is_platform_admin = true WHERE id = $1', [owner.userId]);
  const ids = {
    organization: organizationId,
    owner: (await Membership.findOne({ where: { organizationId, userId: owner.userId }, rejectOnEmpty: true })).id,
    other: await addMember(organizationId, other.userId, 'member'),
  };
  await addMember(organizationId, member.userId, 'member');
  const { email } = await User.ofId(owner.userId);
  const [place, joined] = [await buildTenant(), await buildTenant()];
  await addMember(joined.organizationId, owner.userId, 'member');
  const tokens = {
    expired: await expiredToken(place, email),
    ofAnother: await expiredToken(place, 'another@example.com'),
    ofMember: await expiredToken(joined, email),
    ofAnotherWhereMember: await expiredToken(joined, 'another@example.com'),
  };
  const credentials = { 'API key': tenant.apiKey, user: owner.token, member: member.token };
  return { ids, tokens, email, credentials };
});

/** The token of an invitation that has expired. */
async function expiredToken(place: Place, email: string): Promise<string> {
  const { invitation, token } = await invite(app, place, email);
  await app.database.query('UPDATE invitations SET expires_at = now() WHERE id = $1', [invitation]);
  return token;
}

/** A path, in which an organization and a thing may be named. */
const at = (
  method: string,
  path: string,
  { body, id = () => '' }: { body?: () => Record<string, unknown>; id?: () => string } = {},
): Pick<Operation, 'method' | 'path' | 'draft'> => ({
  method,
  path: ({ organizationId = scene.ids.organization, ...draft }) =>
    path.replace('{org}', organizationId).replace('{id}', draft.id),
  draft: (caller) => ({ caller, id: id(), headers: {}, ...(body && { body: body() }) }),
});
const unknown = () => randomUUID();

/** The organization is in the path. */
const inPath: Fault[] = [
  {
    name: 'a malformed organization',
    part: 'organization',
    answer: /^400 /,
    spoil: (draft) => (draft.organizationId = 'A'),
  },
  {
    name: 'an organization of others',
    part: 'organization',
    answer: /^404 There is no such organization/,
    spoil: (draft) => (draft.organizationId = randomUUID()),
  },
];
const [roleTooLow] = membership.slice(-1) as [Fault];
const membersOwner: Fault = {
  name: 'the owner as the member',
  part: 'id',
  answer: /^409 The owner/,
  spoil: (draft) => (draft.id = scene.ids.owner),
};
const token = (name: string, answer: RegExp, of: () => string): Fault => ({
  name,
  part: 'token',
  answer,
  spoil: (draft) => (draft.id = of()),
});

/** The operations on the user alone, or on the organization that the path names. */
const ofUsers: Record<string, Operation> = {
  getMe: { ...at('GET', '/auth/me'), answer: /^200 /, faults: [credential] },
  updateProfile: {
    ...at('PATCH', '/auth/profile', { body: () => ({}) }),
    answer: /^200 /,
    faults: [credential, malformedBody({ name: '' })],
  },
  changePassword: {
    ...at('POST', '/auth/change-password', {
      body: () => ({ currentPassword: 'wrong horse', newPassword: 'another horse' }),
    }),
    answer: /^400 .*"currentPassword":\["is wrong"\]/,
    faults: [credential, { ...malformedBody({ newPassword: 'short' }), answer: /^400 .*"newPassword"/ }],
  },
  updateOnboarding: {
    ...at('PATCH', '/auth/onboarding', { body: () => ({}) }),
    answer: /^200 /,
    faults: [credential, malformedBody({ step: 'dance' })],
  },
  listOrganizations: { ...at('GET', '/auth/organizations'), answer: /^200 /, faults: [credential] },
  createOrganization: {
    ...at('POST', '/auth/organizations', { body: () => ({ name: 'Second' }) }),
    answer: /^201 /,
    faults: [credential, malformedBody({ name: '' }), ...membership],
  },
  getOrganization: { ...at('GET', '/auth/organizations/{org}'), answer: /^200 /, faults: [credential, ...inPath] },
  leaveOrganization: {
    ...at('POST', '/auth/organizations/{org}/leave'),
    answer: /^409 The owner/,
    faults: [credential, ...inPath],
  },
  listMembers: { ...at('GET', '/auth/organizations/{org}/members'), answer: /^200 /, faults: [credential, ...inPath] },
  changeRole: {
    ...at('PATCH', '/auth/organizations/{org}/members/{id}/role', {
      id: () => scene.ids.other,
      body: () => ({ role: 'member' }),
    }),
    answer: /^200 /,
    faults: [
      credential,
      malformedId,
      malformedBody({ role: 'owner' }),
      ...inPath,
      roleTooLow,
      unknownId('member'),
      membersOwner,
    ],
  },
  removeMember: {
    ...at('DELETE', '/auth/organizations/{org}/members/{id}', { id: unknown }),
    answer: /^404 There is no such member/,
    faults: [credential, malformedId, ...inPath, roleTooLow, membersOwner],
  },
  createInvitation: {
    ...at('POST', '/auth/organizations/{org}/invitations', {
      body: () => ({ email: scene.email, role: 'member' }),
    }),
    answer: /^409 .*member/,
    faults: [credential, malformedBody({ email: 'nobody' }), ...inPath, roleTooLow],
  },
  listInvitations: {
    ...at('GET', '/auth/organizations/{org}/invitations'),
    answer: /^200 /,
    faults: [credential, ...inPath, roleTooLow],
  },
  deleteInvitation: {
    ...at('DELETE', '/auth/organizations/{org}/invitations/{id}', { id: unknown }),
    answer: /^404 There is no such invitation/,
    faults: [credential, malformedId, ...inPath, roleTooLow],
  },
  acceptInvitation: {
    ...at('POST', '/auth/invitations/{id}/accept', { id: () => scene.tokens.expired }),
    answer: /^410 /,
    faults: [
      credential,
      token('an unknown token', /^404 There is no such invitation/, () => 'unknown'),
      token('one for another email, which has expired', /^403 /, () => scene.tokens.ofAnother),
      token('one for another email, by a member', /^403 /, () => scene.tokens.ofAnotherWhereMember),
      token('one for a member, which has expired', /^409 /, () => scene.tokens.ofMember),
    ],
  },
  rotateClientSecret: {
    ...at('POST', '/admin/api-clients/{id}/rotate-webhook-secret', { id: unknown }),
    answer: /^404 There is no such API client/,
    faults: [credential, malformedId, roleTooLow],
  },
  listStuck: {
    ...at('GET', '/admin/stuck'),
    answer: /^200 /,
    faults: [credential, roleTooLow],
  },
  intervene: {
    ...at('POST', '/admin/assignments/{id}/interventions', {
      id: unknown,
      body: () => ({ intervention: 'reconcile' }),
    }),
    answer: /^404 There is no such assignment/,
    faults: [credential, malformedId, malformedBody({ intervention: 'nothing' }), roleTooLow],
  },
};

/** The operations on the workspace, in its root organization. Each member may ask for their role there. */
const ofWorkspace: Record<string, Operation> = {
  getRoles: { ...at('GET', '/roles'), answer: /^200 /, faults: [credential, ...membership.slice(0, -1)] },
  getSettings: { ...at('GET', '/settings'), answer: /^200 /, faults: [credential, ...membership.slice(0, -1)] },
  updateSettings: {
    ...at('PATCH', '/settings', { body: () => ({}) }),
    answer: /^200 /,
    faults: [credential, malformedBody({ postStatistics: 'no' }), ...membership],
  },
  getCredentials: { ...at('GET', '/credentials'), answer: /^200 /, faults: [credential, ...membership] },
  regenerateApiKey: {
    ...at('POST', '/credentials/api-key/regenerate', { body: () => ({ keepGrants: false }) }),
    answer: /^200 /,
    faults: [credential, malformedBody({ keepGrants: 'yes' }), ...membership],
  },
  rotateSecret: {
    ...at('POST', '/credentials/webhook-secret/rotate'),
    answer: /^200 /,
    faults: [credential, ...membership],
  },
  listMcpGrants: { ...at('GET', '/mcp-grants'), answer: /^200 /, faults: [credential, ...membership.slice(0, -1)] },
  revokeMcpGrant: {
    ...at('DELETE', '/mcp-grants/{id}', { id: unknown }),
    answer: /^404 There is no such grant/,
    faults: [credential, malformedId, ...membership.slice(0, -1)],
  },
};

const cells: Cell[] = [
  ...Object.entries(ofUsers).map(([name, operation]) => [name, 'user', { prefix: '/api/v1', ...operation }] as const),
  ...Object.entries(ofWorkspace).map(([name, operation]) => [name, 'user', operation] as const),
];

describeOrder('people', { app, scene, cells });
