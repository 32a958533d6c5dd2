import { Workspace } from '../../models/Workspace';
import type { TestApp } from '../support/app';
import { addMember } from '../support/people';
import type { openSandbox } from '../support/sandbox';
import { buildOrganization, buildPerson, buildTenant, buildThings } from './things';
import type { Person, Place, Things } from './things';

type Sandbox = Awaited<ReturnType<typeof openSandbox>>;

/** Somebody with an organization and things of their own. */
export interface Party extends Place {
  person: Person;
  /** Of the workspace. */
  apiKey: string;
  things: Things;
}

/** Those who try, and the one whom they try it on. */
export interface Stage {
  app: TestApp;
  /** Owns the root organization of a workspace, in which everything works. */
  owner: Party;
  /** Of the same workspace and organization. */
  staff: { member: Person; invitee: Person; admin: Person };
  /** The key that the workspace had before its present one. */
  formerKey: string;
  /** Owns a second organization of the owner's workspace, and is no member of its root. */
  colleague: Party;
  /** Was an admin of the owner's organization, and has a workspace of their own now. */
  former: Party;
  /** Owns another workspace. */
  outsider: Party;
}

/** Those who try. They are the same for every operation, since whatever they try changes nothing. */
export type Strangers = Pick<Stage, 'former' | 'outsider'>;

export async function buildStrangers(app: TestApp): Promise<Strangers> {
  const [former, outsider] = await Promise.all([buildParty(app), buildParty(app)]);
  return { former, outsider };
}

async function buildParty(app: TestApp): Promise<Party> {
  const { owner: person, ...tenant } = await buildTenant();
  return { ...tenant, person, things: await buildThings(app, tenant) };
}

/** A stage for one operation, which uses the owner's things up. @param isOnPlatform whether the platform has them, too */
export async function buildStage(
  app: TestApp,
  sandbox: Sandbox,
  strangers: Strangers,
  isOnPlatform: boolean,
): Promise<Stage> {
  const { owner: person, apiKey: formerKey, ...place } = await buildTenant(await app.deps.passwords.hash(password));
  const { apiKey } = (await Workspace.rotateApiKey(place.workspaceId))!;
  const things = await buildThings(app, place, isOnPlatform ? await post(sandbox) : undefined);
  const second = await buildOrganization(app, place.workspaceId);
  const colleague = {
    ...second,
    apiKey,
    person: await buildPerson('colleague'),
    things: await buildThings(app, second),
  };
  await addMember(second.organizationId, colleague.person.userId, 'owner');
  const admin = await buildPerson('admin');
  await app.database.query('UPDATE users SET is_platform_admin = true WHERE id = $1', [admin.userId]);
  await leaveAgain(app, place, strangers.former.person);
  const owner = { ...place, apiKey, person, things };
  return { app, owner, staff: { ...things.staff, admin }, formerKey, colleague, ...strangers };
}

async function post(sandbox: Sandbox) {
  const grant = await sandbox.grant();
  return { grant, platformPostId: await sandbox.upload(grant.accessToken) };
}

/** What the owner's password is in the bodies of the requests. */
const password = 'correct horse';

async function leaveAgain(app: TestApp, { organizationId }: Place, { userId }: Person): Promise<void> {
  const membership = await addMember(organizationId, userId, 'admin');
  await app.database.query('DELETE FROM memberships WHERE id = $1', [membership]);
}

/**
 * All that the database holds, but for when a key was used last: two that are equal differ in nothing. Besides, how much
 * was handed to the dispatcher.
 */
export async function snapshot({ database, dispatched }: TestApp): Promise<unknown> {
  const tables = Object.values(database.sequelize.models).map((model) => model.tableName);
  const sums = tables.map(
    (table) =>
      `SELECT '${table}' AS "table", count(*) AS rows,
              sum(hashtextextended((to_jsonb(t) - 'api_key_last_used_at')::text, 0)::numeric)::text AS sum FROM ${table} t`,
  );
  return { tables: await database.query(`${sums.join(' UNION ALL ')} ORDER BY 1`), dispatched: dispatched.length };
}
