import type { Transaction } from 'sequelize';
import { z } from 'zod';
import { importsAtOnceMax } from '../../domain/uploadSession';
import { constant, param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';
import type { Tenant } from '../database/Tenant';
import { endsAt, holdWorkspace, stateColumns, UploadState } from './uploadStatements';

const id = param('id', 'uuid');

const mayImport = statement(
  'uploads.mayImport',
  z.strictObject({ isFree: z.boolean() }),
  sql`SELECT count(*) < ${constant(importsAtOnceMax)} AS "isFree" FROM upload_sessions
      WHERE workspace_id = ${param('workspaceId', 'uuid')} AND removed_at IS NULL AND source_url IS NOT NULL
        AND expires_at > now()`,
);

const findDue = statement(
  'uploads.importsDue',
  z.strictObject({ id: z.uuid() }),
  sql`SELECT due.id FROM (
        SELECT s.id, s.next_try_at, row_number() OVER (PARTITION BY s.workspace_id ORDER BY s.next_try_at, s.id) AS nth
        FROM upload_sessions s
        WHERE s.source_url IS NOT NULL AND s.next_try_at <= now() AND s.expires_at > now()
          AND NOT EXISTS (SELECT 1 FROM upload_locks l WHERE l.upload_session_id = s.id AND l.lease_until > now())) due
      ORDER BY due.nth, due.next_try_at LIMIT ${param('limit', 'bigint')}`,
);

const UploadImport = UploadState.extend({
  sourceUrl: z.string().nullable(),
  /** The number of this try, from 1 on. */
  tries: z.int(),
});
/** A file that the service downloads. */
export type UploadImport = z.infer<typeof UploadImport> & { sourceUrl: string };

const beginTry = statement(
  'uploads.beginImport',
  UploadImport,
  sql`UPDATE upload_sessions s SET tries = s.tries + 1
      WHERE s.id = ${id} AND s.source_url IS NOT NULL AND s.next_try_at <= clock_timestamp() AND s.expires_at > clock_timestamp()
      RETURNING ${stateColumns}, ${endsAt} AS "expiresAt", s.source_url AS "sourceUrl", s.tries`,
);

const putOff = command(
  'uploads.putOffImport',
  sql`UPDATE upload_sessions SET tries = ${param('tries', 'integer')},
        next_try_at = clock_timestamp() + make_interval(secs => ${param('delaySeconds', 'float8')})
      WHERE id = ${id} AND source_url IS NOT NULL`,
);

/** Whether the workspace may have one more download. Transactions that ask take turns, until their ends. */
export async function mayBeginImport({ workspaceId }: Tenant, transaction: Transaction): Promise<boolean> {
  await holdWorkspace.run({ workspaceId }, transaction);
  return (await mayImport.first({ workspaceId }, transaction))?.isFree ?? false;
}

/** The downloads that are due and that no process works on: the longest due one of each workspace first. */
export async function importsDue(limit: number): Promise<string[]> {
  return (await findDue.all({ limit })).map(({ id }) => id);
}

/** Begins a try; undefined: nothing is due. The caller has the lock of the session. */
export async function beginImport(id: string): Promise<UploadImport | undefined> {
  const begun = await beginTry.first({ id });
  if (!begun || begun.sourceUrl === null) return undefined;
  return { ...begun, sourceUrl: begun.sourceUrl };
}

/** Leaves a download to another try. @param tries that count */
export async function putOffImport({ id }: UploadImport, tries: number, delayMs: number): Promise<void> {
  await putOff.run({ id, tries, delaySeconds: delayMs / 1000 });
}
