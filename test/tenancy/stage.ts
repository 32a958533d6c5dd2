import { rotateApiKey } from '../../models/credentials/rotateApiKey';
import type { TestApp } from '../support/callers/app';
import { buildMcpGrant } from '../support/build/mcpGrant';
import type { BuiltGrant } from '../support/build/mcpGrant';
import { buildPaymentCustomer } from '../support/payments';
import { addMember } from '../support/callers/people';
import type { openSandbox } from '../support/servers/sandbox';
import { buildOrganization, buildPerson, buildTenant, buildThings, canaryOf } from './things';
import type { Person, Place, Tenancy, Things } from './things';
import { tenantOf } from '../support/tenant';

type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

/** A person with an organization and things of their own. */
export interface Party extends Tenancy {
  person: Person;
  /** The grant of the workspace. */
  assistant: BuiltGrant;
  things: Things;
}

/** The strangers who try to reach things, and the owner of these things. */
export interface Stage {
  app: TestApp;
  /** Owns the root organization of a workspace, in which everything works. */
  owner: Party;
  /** Of the same workspace and organization. */
  staff: { member: Person; invitee: Person; admin: Person };
  /** Of the owner's workspace, too: a grant whose access token has expired, and a grant that has ended. */
  formerAssistants: { expired: BuiltGrant; ended: BuiltGrant };
  /** The key that the workspace had before its present one. */
  formerKey: string;
  /** Owns a second organization of the owner's workspace, and is no member of its root. */
  colleague: Party;
  /** Was an admin of the owner's organization, and has a workspace of their own now. */
  former: Party;
  /** Owns another workspace. */
  outsider: Party;
}

/** The parties who try. Their tries change nothing, but their own requests do. */
export type Strangers = Pick<Stage, 'former' | 'outsider'>;

export async function buildStrangers(app: TestApp): Promise<Strangers> {
  const [former, outsider] = await Promise.all([buildParty(app), buildParty(app)]);
  return { former, outsider };
}

async function buildParty(app: TestApp): Promise<Party> {
  const { owner: person, ...tenant } = await buildTenant(await app.deps.passwords.hash(password));
  const assistant = await buildMcpGrant(tenant);
  return { ...tenant, person, assistant, things: await buildThings(app, tenant) };
}

/** A stage for one operation, which uses the owner's things up. @param isOnPlatform whether the platform has them, too */
export async function buildStage(
  app: TestApp,
  sandbox: Sandbox,
  strangers: Strangers,
  isOnPlatform: boolean,
): Promise<Stage> {
  const passwordHash = await app.deps.passwords.hash(password);
  const { owner: person, ...tenant } = await buildTenant(passwordHash);
  const { apiKey: formerKey, ...place } = tenant;
  const { apiKey } = (await rotateApiKey(app.database.sequelize, tenantOf(place)))!;
  const things = await buildThings(app, place, isOnPlatform ? await post(sandbox) : undefined);
  const assistant = await buildMcpGrant(place);
  const formerAssistants = await buildFormerAssistants(app, place);
  const second = await buildOrganization(app, place.workspaceId);
  await buildPaymentCustomer(app, place.workspaceId);
  await app.database.query(
    `UPDATE payment_customers SET payment_method = 'canary-card' WHERE workspace_id = $1 RETURNING 1`,
    [place.workspaceId],
  );
  const colleague = {
    ...place,
    ...second,
    apiKey,
    assistant,
    person: await buildPerson(`colleague ${canaryOf(second)}`, { passwordHash }),
    things: await buildThings(app, second),
  };
  await addMember(second.organizationId, colleague.person.userId, 'owner');
  const admin = await buildPerson('admin');
  await app.database.query('UPDATE users SET is_platform_admin = true WHERE id = $1', [admin.userId]);
  await leaveAgain(app, place, strangers.former.person);
  const owner = { ...place, apiKey, assistant, person, things };
  return { app, owner, staff: { ...things.staff, admin }, formerAssistants, formerKey, colleague, ...strangers };
}

async function buildFormerAssistants(app: TestApp, place: Place): Promise<Stage['formerAssistants']> {
  const [expired, ended] = [await buildMcpGrant(place), await buildMcpGrant(place)];
  await app.database.query(`UPDATE mcp_tokens SET expires_at = now() WHERE grant_id = $1 AND kind = 'access'`, [
    expired.grantId,
  ]);
  await app.database.query('UPDATE mcp_grants SET ended_at = now() WHERE id = $1', [ended.grantId]);
  return { expired, ended };
}

async function post(sandbox: Sandbox) {
  const grant = await sandbox.grant();
  const json = { snippet: { title: 'Walks' }, status: { privacyStatus: 'private' } };
  await sandbox.youtube('POST', '/youtube/v3/playlists?part=snippet,status', { token: grant.accessToken, json });
  return { grant, platformPostId: await sandbox.upload(grant.accessToken) };
}

/** Everybody's password in the bodies of the requests. */
const password = 'correct horse';

async function leaveAgain(app: TestApp, { organizationId }: Place, { userId }: Person): Promise<void> {
  const membership = await addMember(organizationId, userId, 'admin');
  await app.database.query('DELETE FROM memberships WHERE id = $1', [membership]);
}

/** Columns that tell how credentials are used. */
const uses = ['api_key_last_used_at', 'last_used_at', 'calls'];

/**
 * The whole database without the times and counts of credentials' use, and the number of entries handed to the
 * dispatcher. Two equal snapshots differ in nothing else.
 */
export async function snapshot({ database, dispatched }: TestApp): Promise<unknown> {
  const tables = Object.values(database.sequelize.models).map((model) => model.tableName);
  const sums = tables.map(
    (table) =>
      `SELECT '${table}' AS "table", count(*) AS rows,
              sum(hashtextextended((to_jsonb(t) - $1::text[])::text, 0)::numeric)::text AS sum FROM ${table} t`,
  );
  return {
    tables: await database.query(`${sums.join(' UNION ALL ')} ORDER BY 1`, [uses]),
    dispatched: dispatched.length,
  };
}
