import { z } from 'zod';
import { contentTypes } from '../../../domain/assignment';
import type { RawFigure } from '../../../domain/statistics/readings';
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
  readAt: z.date().nullable(),
  views: z.int().nullable(),
  likes: z.int().nullable(),
  comments: z.int().nullable(),
  shares: z.int().nullable(),
});
type Row = z.infer<typeof Row>;
type Figures = Record<RawFigure, number> & { readAt: Date };
export type RecentPost = Omit<Row, keyof Figures> & {
  publishedAt: Date;
  /** Its last reading; null: it was not read yet. */
  reading: Figures | null;
};

const readRecent = statement(
  'assignments.readRecent',
  Row,
  sql`SELECT a.id, a.title, a.type, a.platform, a.platform_url AS "platformUrl", a.published_at AS "publishedAt",
             ${shownPicture}, ${channelLabel}, r.read_at AS "readAt", r.views, r.likes, r.comments, r.shares
      FROM assignments a JOIN connections c ON c.id = a.connection_id LEFT JOIN read_posts r ON r.assignment_id = a.id
      WHERE ${ofTenant('a')} AND a.published_at IS NOT NULL
        AND (a.removal->>'mode' = 'delete' AND a.removal->>'state' = 'done') IS NOT TRUE
      ORDER BY a.published_at DESC, a.id DESC LIMIT ${param('limit', 'bigint')}`,
);

/** The last published posts of a tenant with their last readings, newest first. */
export async function recentPosts(tenant: Tenant, limit: number): Promise<RecentPost[]> {
  const found = await readRecent.all({ ...tenantValues(tenant), limit });
  return found.flatMap(({ publishedAt, readAt, views, likes, comments, shares, ...post }) =>
    publishedAt ? [{ ...post, publishedAt, reading: readingOf({ readAt, views, likes, comments, shares }) }] : [],
  );
}

/** All figures of a reading are known, or none (a constraint of the table). */
function readingOf({ readAt, views, likes, comments, shares }: Pick<Row, keyof Figures>): Figures | null {
  if (readAt === null || views === null || likes === null || comments === null || shares === null) return null;
  return { readAt, views, likes, comments, shares };
}
