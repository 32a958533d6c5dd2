import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { uploadLinkMinutes } from '../../domain/uploadSession';
import { constant, param, sql } from '../database/fragment';
import { statement } from '../database/statement';
import { isLive } from '../mcp/grantStatements';
import type { UploadState as Upload } from './UploadSession';
import { endsAt, stateColumns, UploadState } from './uploadStatements';

const LinkedUpload = UploadState.extend({
  /** The hour of the address has passed, or the grant of its assistant has ended. */
  isLinkOver: z.boolean(),
});
/** A session, as the secret of its address finds it. */
export type LinkedUpload = z.infer<typeof LinkedUpload>;

const find = statement(
  'uploads.ofLink',
  LinkedUpload,
  sql`SELECT ${stateColumns}, ${endsAt} AS "expiresAt",
        (s.created_at + make_interval(mins => ${constant(uploadLinkMinutes)}) <= clock_timestamp()
          OR g.id IS NOT NULL AND NOT ${isLive}) AS "isLinkOver"
      FROM upload_sessions s LEFT JOIN mcp_grants g ON g.id = s.link_grant_id WHERE s.link_hash = ${param('linkHash', 'text')}`,
);

/** A secret of 256 bits. It stands in the address of one upload, and is nowhere else. */
export function newUploadSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The database has this in place of the secret. */
export function hashOfUploadSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** The end of the address of a session. */
export function linkEndOf({ createdAt }: Pick<Upload, 'createdAt'>): Date {
  return new Date(createdAt.getTime() + uploadLinkMinutes * 60_000);
}

/** The session of the address with this secret, whatever has become of it. */
export async function uploadOfSecret(secret: string): Promise<LinkedUpload | undefined> {
  return find.first({ linkHash: hashOfUploadSecret(secret) });
}
