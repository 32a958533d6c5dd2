import { z } from 'zod';
import { contentTypes } from '../../../domain/assignment';
import { platformColumn } from '../../database/columns';
import { param, sql } from '../../database/fragment';
import { ofTenant } from '../../database/fragments';
import { statement } from '../../database/statement';
import { tenantValues } from '../../database/Tenant';
import type { Tenant } from '../../database/Tenant';
import { ShownPicture, shownPicture } from '../../pictures/KeptPicture';
import { ChannelLabel, channelLabel } from './parts';

const Row = z.strictObject({
  id: z.uuid(),
  title: z.string().nullable(),
  type: z.enum(contentTypes),
  platform: platformColumn,
  platformUrl: z.string().nullable(),
  publishedAt: z.date().nullable(),
  connection: ChannelLabel,
  pictureVersion: ShownPicture,
});
export type RecentPost = z.infer<typeof Row> & { publishedAt: Date };

const readRecent = statement(
  'assignments.readRecent',
  Row,
  sql`SELECT a.id, a.title, a.type, a.platform, a.platform_url AS "platformUrl", a.published_at AS "publishedAt",
             ${shownPicture}, ${channelLabel}
      FROM assignments a JOIN connections c ON c.id = a.connection_id
      WHERE ${ofTenant('a')} AND a.published_at IS NOT NULL
        AND (a.removal->>'mode' = 'delete' AND a.removal->>'state' = 'done') IS NOT TRUE
      ORDER BY a.published_at DESC, a.id DESC LIMIT ${param('limit', 'bigint')}`,
);

/** The last published posts of a tenant, newest first. */
export async function recentPosts(tenant: Tenant, limit: number): Promise<RecentPost[]> {
  const found = await readRecent.all({ ...tenantValues(tenant), limit });
  return found.flatMap(({ publishedAt, ...post }) => (publishedAt ? [{ ...post, publishedAt }] : []));
}
