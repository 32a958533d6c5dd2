import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { firstReadingHours } from '../../domain/statistics/readings';
import { constant, sql } from '../database/fragment';

/**
 * A published post with what is next for its numbers, and the figures that were read last (contract.md §2). The statement that
 * publishes the post writes the row. The columns of the assignment are copied, so that nothing here touches its row.
 */
export class ReadPost extends Model<InferAttributes<ReadPost>, InferCreationAttributes<ReadPost>> {
  declare assignmentId: string;
  declare workspaceId: string;
  declare organizationId: string;
  declare connectionId: string;
  declare platform: string;
  declare publishedAt: Date;
  /** Null: its readings are over. */
  declare nextReadingAt: Date | null;
  declare waitsForQuota: CreationOptional<boolean>;
  /** When the post was known to be gone, from its removal or from the platform. */
  declare goneAt: CreationOptional<Date | null>;
  /** Null, as the figures are: it was not read yet. */
  declare readAt: CreationOptional<Date | null>;
  declare views: CreationOptional<number | null>;
  declare likes: CreationOptional<number | null>;
  declare comments: CreationOptional<number | null>;
  declare shares: CreationOptional<number | null>;
}

/** The part of the statement that publishes a post: the post is read from now on. */
export const readFromNow = sql`read_from_now AS (
  INSERT INTO read_posts (assignment_id, workspace_id, organization_id, connection_id, platform, published_at, next_reading_at)
  SELECT id, workspace_id, organization_id, connection_id, platform, published_at,
         published_at + make_interval(hours => ${constant(firstReadingHours)})
  FROM stored ON CONFLICT DO NOTHING)`;

/** The part of the statement that stores the end of a removal: the post is read no more. */
export const readNoMore = sql`read_no_more AS (
  UPDATE read_posts r SET gone_at = coalesce(r.gone_at, clock_timestamp()), next_reading_at = NULL, waits_for_quota = false
  FROM stored s WHERE r.assignment_id = s.id)`;

export function initialize(sequelize: Sequelize): void {
  ReadPost.init(
    {
      assignmentId: { type: DataTypes.UUID, primaryKey: true },
      workspaceId: DataTypes.UUID,
      organizationId: DataTypes.UUID,
      connectionId: DataTypes.UUID,
      platform: DataTypes.TEXT,
      publishedAt: DataTypes.DATE,
      nextReadingAt: DataTypes.DATE,
      waitsForQuota: { type: DataTypes.BOOLEAN, defaultValue: false },
      goneAt: DataTypes.DATE,
      readAt: DataTypes.DATE,
      views: DataTypes.BIGINT,
      likes: DataTypes.BIGINT,
      comments: DataTypes.BIGINT,
      shares: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'read_posts' },
  );
}
