import { Membership } from '../../../models/organizations/Membership';
import type { OrganizationTenant } from '../../../models/database/Tenant';
import type { Role } from '../../../domain/permissions';
import { inTransaction } from '../../../models/database/transaction';
import { stranger } from '../actors';
import type { Actor, Address } from '../actors';
import type { TestDatabase } from '../servers/database';

export interface BuiltUser {
  userId: string;
  email: string;
  name: string;
  password: string;
  token: string;
  /** Of the workspace that registering has made. */
  workspaceId: string;
  organizationId: string;
  call: Actor;
}

/** A caller with this JWT. */
export function userClient(api: Address, { token }: { token: string }): Actor {
  return (method, path, parts = {}) =>
    stranger(api)(method, path, { ...parts, headers: { authorization: `Bearer ${token}`, ...parts.headers } });
}

let users = 0;

/** A user who has registered. */
export async function buildUser(
  app: Address & { database: Pick<TestDatabase, 'query'> },
  { email = `user${++users}@example.com`, name = 'Ada', password = 'correct horse' } = {},
): Promise<BuiltUser> {
  const { status, body } = await stranger(app)('POST', '/api/v1/auth/register', { body: { email, name, password } });
  if (status !== 201) throw new Error(`register answers ${status}`);
  const [root] = await app.database.query<{ workspaceId: string; organizationId: string }>(
    `SELECT o.workspace_id AS "workspaceId", o.id AS "organizationId"
     FROM organizations o JOIN memberships m ON m.organization_id = o.id WHERE m.user_id = $1`,
    [body.user.id],
  );
  const { token } = body;
  return { userId: body.user.id, email, name, password, token, ...root!, call: userClient(app, { token }) };
}

/** Makes a user a member. @returns the id of the membership */
export async function addMember(organizationId: string, userId: string, role: Role): Promise<string> {
  await inTransaction(Membership.sequelize!, 'test', async (transaction) =>
    Membership.add({ organizationId } as OrganizationTenant, { userId, role }, transaction),
  );
  return (await Membership.findOne({ where: { organizationId, userId }, rejectOnEmpty: true })).id;
}
