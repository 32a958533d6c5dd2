import { z } from 'zod';
import { contentTypes } from '../../../domain/assignment';
import type { RawFigure } from '../../../domain/statistics/readings';
import { ShownPicture, shownPicture } from '../../pictures/KeptPicture';
import { ChannelLabel, channelLabel } from './parts';
import { platformColumn } from '../../database/columns';
import { identifier, param, sql } from '../../database/fragment';
import { asked } from '../../database/fragments';
import { statement } from '../../database/statement';
import type { OrganizationTenant } from '../../database/Tenant';

const Row = z.strictObject({
  id: z.uuid(),
  title: z.string().nullable(),
  type: z.enum(contentTypes),
  platform: platformColumn,
  platformUrl: z.string().nullable(),
  publishedAt: z.date(),
  connection: ChannelLabel,
  pictureVersion: ShownPicture,
  readAt: z.date().nullable(),
  views: z.int().nullable(),
  likes: z.int().nullable(),
  comments: z.int().nullable(),
  shares: z.int().nullable(),
});
type Row = z.infer<typeof Row>;
/** A post that was read: all its figures are known (a constraint of the table). */
export type BestPost = Row & Record<RawFigure, number> & { readAt: Date };

/** Each figure has an index of its own. */
const bestBy = (figure: RawFigure) => {
  const column = sql`r.${identifier(figure)}`;
  return statement(
    `readings.bestBy.${figure}`,
    Row,
    sql`SELECT a.id, a.title, a.type, a.platform, a.platform_url AS "platformUrl", r.published_at AS "publishedAt", ${channelLabel}, ${shownPicture},
               r.read_at AS "readAt", r.views, r.likes, r.comments, r.shares
        FROM (SELECT * FROM read_posts r
              WHERE r.organization_id = ${param('organizationId', 'uuid')} AND r.gone_at IS NULL AND ${column} IS NOT NULL
              ORDER BY ${column} DESC, r.assignment_id DESC LIMIT ${param('limit', 'bigint')}) r
        CROSS JOIN LATERAL (
          SELECT * FROM assignments WHERE id = r.assignment_id AND workspace_id = ${param('workspaceId', 'uuid')} ${asked}) a
        CROSS JOIN LATERAL (SELECT * FROM connections WHERE id = a.connection_id ${asked}) c
        ORDER BY ${column} DESC, r.assignment_id DESC`,
  );
};

const statements = {
  views: bestBy('views'),
  likes: bestBy('likes'),
  comments: bestBy('comments'),
  shares: bestBy('shares'),
};

/** The posts of an organization with the most views, likes, comments or shares at their last reading. */
export async function bestPosts(
  { workspaceId, organizationId }: OrganizationTenant,
  by: RawFigure,
  limit: number,
): Promise<BestPost[]> {
  return (await statements[by].all({ workspaceId, organizationId, limit })).filter(wasRead);
}

function wasRead(row: Row): row is BestPost {
  return row.readAt !== null;
}
