import { randomUUID } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { CreditAccount } from '../../models/billing/CreditAccount';
import { inTransaction } from '../../models/database/transaction';
import { Invitation } from '../../models/organizations/Invitation';
import { ConnectLink } from '../../models/oauth/ConnectLink';
import { OAuthTicket } from '../../models/oauth/OAuthTicket';
import { Organization } from '../../models/organizations/Organization';
import { OrganizationTenant, Tenant } from '../../models/database/Tenant';
import { UploadSession } from '../../models/uploads/UploadSession';
import { User } from '../../models/users/User';
import { buildAssignment } from '../support/build/assignment';
import { buildConnection } from '../support/build/connection';
import { buildDelivery } from '../support/build/delivery';
import { buildMcpGrant } from '../support/build/mcpGrant';
import { buildWorkspace } from '../support/build/workspace';
import type { TestApp } from '../support/callers/app';
import { videoBytes } from '../support/media/media';
import { addMember } from '../support/callers/people';
import type { Grant } from '../support/servers/sandbox';
import { testSecrets, testSessions } from '../support/secrets';

/** Kinds of ids, as `exampleIds` of the documentation calls them. */
export type Kind =
  | 'assignment'
  | 'connectLink'
  | 'connection'
  | 'organization'
  | 'invitation'
  | 'mcpGrant'
  | 'membership'
  | 'user'
  | 'workspace'
  | 'ticket'
  | 'transaction'
  | 'uploadSession'
  | 'webhookDelivery';

export interface Person {
  userId: string;
  token: string;
}

/** One thing of each kind in an organization; and others, for operations that need a thing in another state. */
export interface Things {
  ids: Readonly<Record<Kind, string>>;
  failedAssignment: string;
  /** A failed assignment whose post may be public. */
  unknownAssignment: string;
  publishedAssignment: string;
  /** An assignment with a webhook. */
  notifiedAssignment: string;
  invitationToken: string;
  /** The people of the membership and of the invitation. */
  staff: { member: Person; invitee: Person };
}

export interface Place {
  workspaceId: string;
  organizationId: string;
}

/** The file of each upload session. */
export const upload = videoBytes(1000);

/** The fields of a post beside its title. */
const payload = { privacy: 'private', tags: [], madeForKids: false };

let people = 0;
let tenants = 0;

/** A word that stands in every text of an organization, so that an answer that tells any of them is recognized. */
export function canaryOf({ organizationId }: Pick<Place, 'organizationId'>): string {
  return organizationId.slice(-12);
}

interface PersonOptions {
  email?: string;
  /** By default no password fits. */
  passwordHash?: string;
}

/** A user without a workspace. */
export async function buildPerson(name: string, options: PersonOptions = {}): Promise<Person> {
  people += 1;
  const { email = `canary-${name.replaceAll(' ', '-')}-${people}@example.com`, passwordHash = 'none' } = options;
  const userId = await inTransaction(User.sequelize!, 'test', async (transaction) =>
    User.add({ email, name: `canary ${name}`, passwordHash }, transaction),
  );
  return { userId: userId!, token: await testSessions.issue(userId!) };
}

/** Another organization of a workspace. */
export async function buildOrganization(app: TestApp, workspaceId: string): Promise<Place> {
  const organizationId = uuidv7();
  await app.database.query(
    `INSERT INTO organizations (id, workspace_id, name, slug)
     VALUES ($1, $2, $4, $3) RETURNING id`,
    [organizationId, workspaceId, `canary-${organizationId}`, `organization ${canaryOf({ organizationId })}`],
  );
  return { workspaceId, organizationId };
}

/** A tenant's number of credits begins with these digits, and has three more, until hundreds of them are used. */
export interface Tenancy extends Place {
  apiKey: string;
  webhookSecret: string;
  creditDigits: string;
}

/** A workspace with its owner, and with other credits than any other one. */
export async function buildTenant(passwordHash?: string): Promise<Tenancy & { owner: Person }> {
  tenants += 1;
  const creditDigits = `${700 + (tenants % 1000)}000`;
  const workspace = await buildWorkspace({ name: 'canary', credits: Number(`${creditDigits}900`) });
  await Organization.update(
    { name: `organization ${canaryOf(workspace)}` },
    { where: { id: workspace.organizationId } },
  );
  const options = passwordHash === undefined ? {} : { passwordHash };
  const owner = await buildPerson(`owner ${canaryOf(workspace)}`, options);
  await addMember(workspace.organizationId, owner.userId, 'owner');
  return { ...workspace, creditDigits, owner };
}

interface Posting {
  grant: Grant;
  platformPostId: string;
}

/** One thing of each kind. @param posting the platform's objects; without it, the connection works nowhere */
export async function buildThings(app: TestApp, place: Place, posting?: Posting): Promise<Things> {
  const { workspaceId, organizationId } = place;
  const canary = canaryOf(place);
  const overrides = { name: `channel ${canary}`, externalId: `channel-${canary}` };
  const { connectionId } = await buildConnection(place, overrides, posting?.grant);
  const parent = { workspaceId, connectionId };
  const { assignmentId } = await buildAssignment(parent, {
    externalId: canary,
    payload: { ...payload, title: `post ${canary}` },
  });
  const failed = await buildAssignment(parent, { status: 'failed' });
  const unknown = await buildAssignment(parent, { status: 'failed' });
  await app.database.query(
    `INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until) VALUES ($1, 1, 'publish', '{}', now())`,
    [unknown.assignmentId],
  );
  const platformPostId = posting?.platformPostId ?? 'canary-post';
  const published = await buildAssignment(parent, { status: 'published', platformPostId, publishedAt: new Date() });
  await app.database.query(
    `INSERT INTO read_posts SELECT id, workspace_id, organization_id, connection_id, platform, published_at, now() + interval '1 day', false,
       NULL, now(), 1, 1, 1, 1 FROM assignments WHERE id = $1`,
    [published.assignmentId],
  );
  await inTransaction(app.database.sequelize, 'test', async (transaction) =>
    CreditAccount.post(new Tenant(workspaceId, null), published.holdId, transaction),
  );
  const { deliveryId, assignmentId: notifiedAssignment } = await buildDelivery(
    parent,
    `https://canary.example/${canary}`,
    {
      status: 'failed',
    },
  );
  const member = await buildPerson(`member ${canary}`);
  const membership = await addMember(organizationId, member.userId, 'member');
  const email = `canary-${canary}-${randomUUID()}@example.com`;
  const invitee = await buildPerson(`invitee ${canary}`, { email });
  const { invitation, token } = await invite(app, place, email);
  const ticket = await buildTicket(app, place, member.userId);
  const uploadSession = await buildUploadSession(app, place);
  const { grantId } = await buildMcpGrant(place);
  const ids = {
    assignment: assignmentId,
    connectLink: await buildConnectLink(place, grantId),
    connection: connectionId,
    organization: organizationId,
    invitation,
    mcpGrant: grantId,
    membership,
    user: member.userId,
    workspace: workspaceId,
    ticket,
    transaction: await transactionOf(app, assignmentId),
    uploadSession,
    webhookDelivery: deliveryId,
  };
  return {
    ids,
    failedAssignment: failed.assignmentId,
    unknownAssignment: unknown.assignmentId,
    publishedAssignment: published.assignmentId,
    notifiedAssignment,
    invitationToken: token,
    staff: { member, invitee },
  };
}

/** An invitation to be a member, and the token that its mail would have. */
export async function invite(app: TestApp, { workspaceId, organizationId }: Place, email: string) {
  const tenant = new OrganizationTenant(workspaceId, organizationId);
  const added = await inTransaction(app.database.sequelize, 'test', async (transaction) =>
    Invitation.add(tenant, { email, role: 'member', invitedBy: null }, testSecrets, transaction),
  );
  const [row] = await app.database.query<{ sealedToken: string }>(
    'SELECT sealed_token AS "sealedToken" FROM invitations WHERE id = $1',
    [added!.id],
  );
  return { invitation: added!.id, token: testSecrets.decrypt(row!.sealedToken, `invitations/${added!.id}/token`) };
}

async function buildTicket(app: TestApp, place: Place, createdBy: string): Promise<string> {
  const id = uuidv7();
  const target = {
    platform: 'youtube',
    connectionId: null,
    redirectUrl: `https://canary.example/${canaryOf(place)}`,
  } as const;
  await inTransaction(app.database.sequelize, 'test', async (transaction) =>
    OAuthTicket.insert({ id, ...place, ...target, createdBy }, transaction),
  );
  return id;
}

/** An address of an assistant, whose button nobody has pressed. */
async function buildConnectLink(place: Place, grantId: string): Promise<string> {
  const wish = { platform: 'youtube', connectionId: null, features: [], createdBy: null } as const;
  return (await ConnectLink.make({ ...place, ...wish, grantId })).id;
}

/** The hold of an assignment. */
async function transactionOf(app: TestApp, assignmentId: string): Promise<string> {
  const [entry] = await app.database.query<{ id: string }>('SELECT id FROM credit_entries WHERE assignment_id = $1', [
    assignmentId,
  ]);
  return entry!.id;
}

/** A session that waits for its file. */
async function buildUploadSession(app: TestApp, place: Place): Promise<string> {
  const { workspaceId, organizationId } = place;
  const id = uuidv7();
  const file = { fileName: `${canaryOf(place)}.mp4`, mediaContentType: 'video/mp4', mediaSizeBytes: upload.length };
  await inTransaction(app.database.sequelize, 'test', async (transaction) =>
    UploadSession.insert({ id, workspaceId, organizationId, ...file }, Number.MAX_SAFE_INTEGER, transaction),
  );
  return id;
}

/** A workspace, and the credentials of its API key, of its owner and of a member. */
export async function buildCallers() {
  const tenant = await buildTenant();
  const member = await buildPerson('member');
  await addMember(tenant.organizationId, member.userId, 'member');
  return { tenant, credentials: { 'API key': tenant.apiKey, user: tenant.owner.token, member: member.token } };
}
