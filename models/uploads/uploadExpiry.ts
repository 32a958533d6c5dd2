import type { Sequelize } from 'sequelize';
import { uploadAfterUseHours, uploadForgottenDays } from '../../domain/uploadSession';
import { inTransaction } from '../database/transaction';
import { firstRow, rows } from '../database/sql';
import { endsAt, UploadSession } from './UploadSession';
import type { EndedUpload } from './UploadSession';

/** SQL, of a session `s`: its time is over. The first conditions are those of the indexes. */
const isDue = `(s.status = 'open' AND s.expires_at <= now()
  OR s.status = 'complete' AND s.completed_at <= now() - make_interval(hours => ${uploadAfterUseHours})
    AND ${endsAt} <= clock_timestamp())`;

/**
 * Ends sessions whose time is over. One that an assignment is about to refer to is locked by it and left out. The statement
 * after the lock sees references made before it.
 * @returns how many have ended, at most `limit`
 */
export async function expireUploads(sequelize: Sequelize, limit: number): Promise<number> {
  return inTransaction(sequelize, async (transaction) => {
    const locked = await rows<{ id: string }>(
      UploadSession,
      `SELECT s.id FROM upload_sessions s WHERE ${isDue} ORDER BY s.id LIMIT $limit FOR UPDATE OF s SKIP LOCKED`,
      { limit },
      transaction,
    );
    if (locked.length === 0) return 0;
    const ended = await rows(
      UploadSession,
      `UPDATE upload_sessions s SET status = 'expired', removed_at = CASE WHEN NOT is_begun THEN clock_timestamp() END
       WHERE s.id = ANY($ids::uuid[]) AND ${isDue} RETURNING s.id`,
      { ids: locked.map(({ id }) => id) },
      transaction,
    );
    return ended.length;
  });
}

/** Sessions that have ended and whose files are still to be removed, from `after` on, in the order of their ids. */
export async function uploadsToRemove(after: string, limit: number): Promise<EndedUpload[]> {
  return rows(
    UploadSession,
    `SELECT id, status, is_begun AS "isBegun", created_at AS "createdAt" FROM upload_sessions
     WHERE status = 'expired' AND removed_at IS NULL AND id > $after ORDER BY id LIMIT $limit`,
    { after, limit },
  );
}

/** Forgets sessions that have long had no file. One that an assignment refers to is kept, so that a retry knows. */
export async function forgetUploads(limit: number): Promise<number> {
  const row = await firstRow<{ forgotten: number }>(
    UploadSession,
    `WITH forgotten AS (
       DELETE FROM upload_sessions WHERE id IN (
         SELECT s.id FROM upload_sessions s
         WHERE s.removed_at < now() - make_interval(days => ${uploadForgottenDays})
           AND NOT EXISTS (SELECT 1 FROM upload_uses u WHERE u.upload_session_id = s.id)
         ORDER BY s.removed_at LIMIT $limit)
       RETURNING 1)
     SELECT count(*)::int AS forgotten FROM forgotten`,
    { limit },
  );
  return row?.forgotten ?? 0;
}
