import type { InferAttributes } from 'sequelize';
import { Assignment } from '../Assignment';
import type { Connection } from '../../connections/Connection';
import { param, sql } from '../../database/fragment';
import { ofTenant } from '../../database/fragments';
import { rows } from '../../database/sql';
import { tenantValues } from '../../database/Tenant';
import type { Tenant } from '../../database/Tenant';
import { progressOf } from '../Upload';
import type { Upload, UploadProgress } from '../Upload';

type Row = Pick<
  InferAttributes<Assignment>,
  | 'id'
  | 'status'
  | 'platform'
  | 'type'
  | 'title'
  | 'scheduledAt'
  | 'mediaSizeBytes'
  | 'errors'
  | 'platformUrl'
  | 'publishedAt'
  | 'createdAt'
> & {
  connection: Pick<InferAttributes<Connection>, 'id' | 'name' | 'thumbnailUrl'>;
  uploads: Pick<InferAttributes<Upload>, 'bytesTransferred' | 'sizeBytes'>[];
};

/** An assignment as a person looks through many of them. */
export interface AssignmentSummary extends Omit<Row, 'uploads' | 'mediaSizeBytes'> {
  /** Only while uploading. */
  progress: UploadProgress | null;
}

/** A tenant's assignments with these ids, in their order; foreign ones are left out. */
export async function assignmentSummaries(tenant: Tenant, ids: readonly string[]): Promise<AssignmentSummary[]> {
  if (ids.length === 0) return [];
  const found = await rows<Row>(
    Assignment,
    sql`SELECT a.id, a.status, a.platform, a.type, a.title, a.scheduled_at AS "scheduledAt", a.errors,
            a.media_size_bytes AS "mediaSizeBytes", a.platform_url AS "platformUrl", a.published_at AS "publishedAt",
            a.created_at AS "createdAt",
            jsonb_build_object('id', c.id, 'name', c.name, 'thumbnailUrl', c.thumbnail_url) AS connection,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('bytesTransferred', u.bytes_transferred, 'sizeBytes', u.size_bytes)), '[]')
             FROM uploads u WHERE u.assignment_id = a.id) AS uploads
     FROM unnest(${param('ids', 'uuid[]')}) WITH ORDINALITY AS page(id, place)
     JOIN assignments a ON a.id = page.id AND ${ofTenant('a')}
     JOIN connections c ON c.id = a.connection_id ORDER BY place`,
    { ids, ...tenantValues(tenant) },
  );
  return found.map(({ uploads, mediaSizeBytes, ...summary }) => ({
    ...summary,
    progress: summary.status === 'uploading' ? progressOf(uploads, mediaSizeBytes) : null,
  }));
}
