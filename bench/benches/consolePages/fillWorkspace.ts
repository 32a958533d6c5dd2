import { z } from 'zod';
import type { Workshop } from '../../Bench';
import { registerUser, workspaceOf } from '../../registerUser';
import { startSandbox } from '../../startSandbox';
import { startTunedService } from '../../startTuned';
import type { TunedService } from '../../startTuned';
import { withDatabase } from '../../withDatabase';
import { fill } from '../consoleList/fill';
import { fillHistory } from '../consoleStats/fillHistory';

/** The days in which the workspace has made its posts. */
export const days = 90;
const plannedMax = 500;
const Imported = z.object({ connectionId: z.string() });

export interface FilledWorkspace {
  readonly service: TunedService;
  /** Of a session of its owner. */
  readonly token: string;
  readonly connectionId: string;
  readonly mediaUrl: string;
  /** How many posts are due in the next month. */
  readonly planned: number;
}

/** Starts a service with a workspace that has made `count` posts, and has more of them planned. */
export async function fillWorkspace(workshop: Workshop, count: number): Promise<FilledWorkspace> {
  const sandbox = await startSandbox(workshop);
  const service = await startTunedService(workshop, sandbox.url);
  const user = await registerUser(service);
  const owner = await workspaceOf(service, user);
  const planned = Math.min(plannedMax, Math.floor(count / 20));
  await withDatabase(service.databaseUrl, async (client) => {
    await fill(client, owner, count, (days * 86_400) / count);
    await fillHistory(client, owner);
    await client.query(planNextMonth, [owner.organizationId, planned]);
  });
  const { accessToken, refreshToken } = await sandbox.createChannel();
  const grant = { workspaceId: owner.workspaceId, platform: 'youtube', accessToken, refreshToken };
  const { connectionId } = Imported.parse(await service.admin(['connection', 'import'], grant));
  return { service, token: user.token, connectionId, mediaUrl: sandbox.mediaUrl, planned };
}

const pending = `SELECT id, row_number() OVER (ORDER BY scheduled_at) AS n FROM assignments
  WHERE organization_id = $1 AND status = 'pending'`;

/** Spread over four weeks. */
const planNextMonth = `
UPDATE assignments SET scheduled_at =
  date_trunc('month', now()) + interval '1 month' + make_interval(hours => (n * 672 / $2::int)::int)
FROM (${pending}) planned WHERE planned.id = assignments.id AND n <= $2::int`;
