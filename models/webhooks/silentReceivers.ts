import { z } from 'zod';
import { paced } from '../../domain/pace';
import { hostOf } from '../../domain/webhook';
import { identifier, param, sql } from '../database/fragment';
import { statement } from '../database/statement';

const Undelivered = z.strictObject({
  workspaceId: z.uuid(),
  url: z.string(),
  count: z.int(),
  /** Of the oldest delivery. */
  since: z.date(),
  deliveryId: z.uuid(),
  assignmentId: z.uuid(),
  httpStatusCode: z.int().nullable(),
  lastError: z.string().nullable(),
  nextAttemptAt: z.date().nullable(),
});

/** A receiver that has not taken webhooks of a workspace, with the oldest of them. */
export type SilentReceiver = Omit<z.infer<typeof Undelivered>, 'url'> & { host: string };

/** A delivery is tried within this time. */
const quietMs = () => paced(60_000);

/** A column of the oldest delivery of a group. */
const oldest = (column: string) => sql`(array_agg(d.${identifier(column)} ORDER BY d.created_at, d.id))[1]`;

const readUndelivered = statement(
  'deliveries.readUndelivered',
  Undelivered,
  sql`SELECT d.workspace_id AS "workspaceId", d.url, count(*)::int AS count, min(d.created_at) AS since,
             ${oldest('id')} AS "deliveryId", ${oldest('assignment_id')} AS "assignmentId",
             ${oldest('http_status_code')} AS "httpStatusCode", ${oldest('last_error')} AS "lastError",
             min(d.next_attempt_at) AS "nextAttemptAt"
      FROM webhook_deliveries d
      WHERE d.status = 'pending'
        AND (d.attempts > 0 OR d.created_at < clock_timestamp() - make_interval(secs => ${param('quietMs', 'float8')} / 1000))
      GROUP BY d.workspace_id, d.url ORDER BY since, d.workspace_id, d.url LIMIT ${param('limit', 'bigint')}`,
);

/** Receivers of all workspaces whose webhooks wait, the longest first: an attempt has failed, or none was made for a minute. */
export async function silentReceivers(limit: number): Promise<SilentReceiver[]> {
  const byHost = new Map<string, SilentReceiver>();
  for (const { url, ...found } of await readUndelivered.all({ quietMs: quietMs(), limit })) {
    const host = hostOf(url);
    const key = `${found.workspaceId} ${host}`;
    const known = byHost.get(key);
    if (known) known.count += found.count;
    else byHost.set(key, { ...found, host });
  }
  return [...byHost.values()];
}
