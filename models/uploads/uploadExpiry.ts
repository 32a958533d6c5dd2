import type { Sequelize } from 'sequelize';
import { z } from 'zod';
import { uploadAfterUseHours, uploadForgottenDays, uploadSessionStatuses } from '../../domain/uploadSession';
import { constant, param, sql } from '../database/fragment';
import { isAmong } from '../database/fragments';
import { command, statement } from '../database/statement';
import { inTransaction } from '../database/transaction';
import type { EndedUpload } from './UploadSession';
import { endsAt, noImport } from './uploadStatements';

const limit = param('limit', 'bigint');

/** Of a session `s`: its time is over. The first conditions are the conditions of the indexes. */
const isDue = sql`(s.status = 'open' AND s.expires_at <= now()
  OR s.status = 'complete' AND s.completed_at <= now() - make_interval(hours => ${constant(uploadAfterUseHours)})
    AND ${endsAt} <= clock_timestamp())`;

const lockDue = statement(
  'uploads.lockDue',
  z.strictObject({ id: z.uuid() }),
  sql`SELECT s.id FROM upload_sessions s WHERE ${isDue} ORDER BY s.id LIMIT ${limit} FOR UPDATE OF s SKIP LOCKED`,
);

const endDue = command(
  'uploads.endDue',
  sql`UPDATE upload_sessions s SET status = 'expired', ${noImport}, removed_at = CASE WHEN NOT is_begun THEN clock_timestamp() END
      WHERE ${isAmong(sql`s.id`)} AND ${isDue}`,
);

const toRemove = statement(
  'uploads.toRemove',
  z.strictObject({ id: z.uuid(), status: z.enum(uploadSessionStatuses), isBegun: z.boolean(), createdAt: z.date() }),
  sql`SELECT id, status, is_begun AS "isBegun", created_at AS "createdAt" FROM upload_sessions
      WHERE status = 'expired' AND removed_at IS NULL AND id > ${param('after', 'uuid')} ORDER BY id LIMIT ${limit}`,
);

const forget = command(
  'uploads.forget',
  sql`DELETE FROM upload_sessions WHERE id IN (
        SELECT s.id FROM upload_sessions s
        WHERE s.removed_at < now() - make_interval(days => ${constant(uploadForgottenDays)})
          AND NOT EXISTS (SELECT 1 FROM upload_uses u WHERE u.upload_session_id = s.id)
        ORDER BY s.removed_at LIMIT ${limit})`,
);

/**
 * Ends sessions whose time is over. A session that an assignment is about to refer to is locked and left out. The
 * statement after the lock sees references made before the lock.
 * @returns the number of ended sessions, at most `limit`
 */
export async function expireUploads(sequelize: Sequelize, limit: number): Promise<number> {
  return inTransaction(sequelize, 'expireUploads', async (transaction) => {
    const locked = await lockDue.all({ limit }, transaction);
    if (locked.length === 0) return 0;
    return endDue.run({ ids: locked.map(({ id }) => id) }, transaction);
  });
}

/** Sessions that have ended and whose files are still to be removed, from `after` on, in the order of their ids. */
export async function uploadsToRemove(after: string, limit: number): Promise<EndedUpload[]> {
  return toRemove.all({ after, limit });
}

/** Forgets sessions that have long had no file. A session in use by an assignment is kept, so that a retry knows it. */
export async function forgetUploads(limit: number): Promise<number> {
  return forget.run({ limit });
}
