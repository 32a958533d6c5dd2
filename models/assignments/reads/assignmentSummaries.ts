import { z } from 'zod';
import { assignmentStatuses, contentTypes } from '../../../domain/assignment';
import type { AssignmentError } from '../../../domain/assignment';
import type { AssignmentSnapshot } from '../../../domain/assignment/snapshot';
import { platformColumn } from '../../database/columns';
import { param, sql } from '../../database/fragment';
import { ofTenant } from '../../database/fragments';
import { statement } from '../../database/statement';
import { tenantValues } from '../../database/Tenant';
import type { Tenant } from '../../database/Tenant';
import { progressOf } from '../Upload';
import type { UploadProgress } from '../Upload';
import { ShownPicture, shownPicture } from '../../pictures/KeptPicture';
import { ChannelLabel, LengthOfVideo, Transfers, channelLabel, lengthOfVideo, transfers } from './parts';

const Row = z.strictObject({
  id: z.uuid(),
  status: z.enum(assignmentStatuses),
  platform: platformColumn,
  type: z.enum(contentTypes),
  title: z.string().nullable(),
  scheduledAt: z.date().nullable(),
  mediaSizeBytes: z.int().nullable(),
  errors: z.array(z.custom<AssignmentError>()),
  removal: z.custom<AssignmentSnapshot['removal']>(),
  platformUrl: z.string().nullable(),
  publishedAt: z.date().nullable(),
  createdAt: z.date(),
  connection: ChannelLabel,
  uploads: Transfers,
  pictureVersion: ShownPicture,
  durationSeconds: LengthOfVideo,
});

/** An assignment as a person looks through many of them. */
export interface AssignmentSummary extends Omit<z.infer<typeof Row>, 'uploads' | 'mediaSizeBytes'> {
  /** Only while uploading. */
  progress: UploadProgress | null;
}

const summarize = statement(
  'assignments.summarize',
  Row,
  sql`SELECT a.id, a.status, a.platform, a.type, a.title, a.scheduled_at AS "scheduledAt", a.errors, a.removal,
             a.media_size_bytes AS "mediaSizeBytes", a.platform_url AS "platformUrl", a.published_at AS "publishedAt",
             a.created_at AS "createdAt", ${channelLabel}, ${transfers}, ${shownPicture}, ${lengthOfVideo}
      FROM unnest(${param('ids', 'uuid[]')}) WITH ORDINALITY AS page(id, place)
      JOIN assignments a ON a.id = page.id AND ${ofTenant('a')}
      JOIN connections c ON c.id = a.connection_id ORDER BY place`,
);

/** A tenant's assignments with these ids, in their order; foreign ones are left out. */
export async function assignmentSummaries(tenant: Tenant, ids: readonly string[]): Promise<AssignmentSummary[]> {
  if (ids.length === 0) return [];
  const found = await summarize.all({ ids, ...tenantValues(tenant) });
  return found.map(({ uploads, mediaSizeBytes, ...summary }) => ({
    ...summary,
    progress: summary.status === 'uploading' ? progressOf(uploads, mediaSizeBytes) : null,
  }));
}
