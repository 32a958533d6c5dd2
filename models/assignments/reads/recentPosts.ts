import type { InferAttributes } from 'sequelize';
import { Assignment } from '../Assignment';
import type { Connection } from '../../connections/Connection';
import { param, sql } from '../../database/fragment';
import { ofTenant } from '../../database/fragments';
import { rows } from '../../database/sql';
import { tenantValues } from '../../database/Tenant';
import type { Tenant } from '../../database/Tenant';

export type RecentPost = Pick<InferAttributes<Assignment>, 'id' | 'title' | 'type' | 'platform' | 'platformUrl'> & {
  publishedAt: Date;
  connection: Pick<InferAttributes<Connection>, 'id' | 'name' | 'thumbnailUrl'>;
  /** The picture that was asked for with the post. */
  thumbnailUrl: string | null;
};

/** The last published posts of a tenant, newest first. */
export async function recentPosts(tenant: Tenant, limit: number): Promise<RecentPost[]> {
  return rows<RecentPost>(
    Assignment,
    sql`SELECT a.id, a.title, a.type, a.platform, a.platform_url AS "platformUrl", a.published_at AS "publishedAt",
            a.payload->>'thumbnailUrl' AS "thumbnailUrl",
            jsonb_build_object('id', c.id, 'name', c.name, 'thumbnailUrl', c.thumbnail_url) AS connection
     FROM assignments a JOIN connections c ON c.id = a.connection_id
     WHERE ${ofTenant('a')} AND a.published_at IS NOT NULL ORDER BY a.published_at DESC, a.id DESC LIMIT ${param('limit', 'bigint')}`,
    { ...tenantValues(tenant), limit },
  );
}
