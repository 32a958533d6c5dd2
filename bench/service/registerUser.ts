import { z } from 'zod';
import type { Service } from '../Bench';
import { requestJson } from '../tools/requestJson';
import type { TunedService } from './startTuned';
import { withDatabase } from '../tools/withDatabase';

const Registered = z.object({ token: z.string() });
const Organizations = z.object({ items: z.tuple([z.object({ id: z.string() })]) });

/** Long enough, and the same for all users of benches. */
const password = 'correct horse battery';

/** A user of the console, and the organization that they own. */
export interface RegisteredUser {
  readonly token: string;
  readonly organizationId: string;
}

/** Registers a user, with a workspace of their own. */
export async function registerUser({ apiUrl }: Service, email = 'bench@example.com'): Promise<RegisteredUser> {
  const body = { email, name: 'Bench', password };
  const { token } = await requestJson(Registered, `${apiUrl}/api/v1/auth/register`, { body });
  const { items } = await requestJson(Organizations, `${apiUrl}/api/v1/auth/organizations`, { apiKey: token });
  return { token, organizationId: items[0].id };
}

/** The workspace that an organization is of. */
export async function workspaceOf(
  { databaseUrl }: TunedService,
  { organizationId }: RegisteredUser,
): Promise<{ workspaceId: string; organizationId: string }> {
  return withDatabase(databaseUrl, async (client) => {
    const sql = 'SELECT workspace_id AS "workspaceId" FROM organizations WHERE id = $1';
    const [owner] = (await client.query<{ workspaceId: string }>(sql, [organizationId])).rows;
    if (!owner) throw new Error('the organization is not there');
    return { ...owner, organizationId };
  });
}
