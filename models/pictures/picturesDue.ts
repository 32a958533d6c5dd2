import { z } from 'zod';
import { contentTypes } from '../../domain/assignment';
import type { Payload } from '../../domain/payload/payload';
import { platformColumn } from '../database/columns';
import { param, sql } from '../database/fragment';
import { asked } from '../database/fragments';
import { command, statement } from '../database/statement';

const DuePost = z.strictObject({
  type: z.enum(contentTypes),
  payload: z.custom<Payload>(),
  mediaUrl: z.string().nullable(),
  mediaContentType: z.string().nullable(),
  /** The platform's id of the post, where it is live. */
  postId: z.string().nullable(),
});

const Row = z.strictObject({
  /** Of the assignment, or of the connection. */
  id: z.uuid(),
  workspaceId: z.uuid(),
  connectionId: z.uuid(),
  nextAt: z.date().nullable(),
  failedTries: z.int(),
  platform: platformColumn,
  /** Null: it is the picture of the channel. */
  post: DuePost.nullable(),
  /** The address of the channel's picture, as the platform gave it when the channel was connected. */
  channelUrl: z.string().nullable(),
  /** The picture that is shown so far. */
  version: z.string().nullable(),
  /** The connection can be asked. */
  hasAccess: z.boolean(),
  /** The connection was removed, or its data were erased. */
  isOver: z.boolean(),
});
export type DuePicture = z.infer<typeof Row> & { nextAt: Date };

/** The longest due: so many are looked at, and so many of one workspace are given. */
const limit = param('limit', 'bigint');
const ofWorkspace = param('ofWorkspace', 'bigint');

const readDue = statement(
  'pictures.due',
  Row,
  sql`SELECT p.id, p.workspace_id AS "workspaceId", p.connection_id AS "connectionId",
             p.next_at AS "nextAt", p.failed_tries AS "failedTries", c.platform, a.post,
             c.thumbnail_url AS "channelUrl", p.version, c.token_status = 'valid' AS "hasAccess",
             c.removed_at IS NOT NULL OR c.data_erased_at IS NOT NULL AS "isOver"
      FROM (
        SELECT *, row_number() OVER (PARTITION BY workspace_id ORDER BY next_at, id) AS nth FROM (
          SELECT id, workspace_id, connection_id, assignment_id, next_at, failed_tries, version FROM pictures
          WHERE next_at <= now() ORDER BY next_at LIMIT ${limit}) longest) p
      CROSS JOIN LATERAL (SELECT * FROM connections WHERE id = p.connection_id ${asked}) c
      LEFT JOIN LATERAL (
        SELECT jsonb_build_object('type', type, 'payload', payload, 'mediaUrl', media_url, 'mediaContentType', media_content_type,
          'postId', CASE WHEN status = 'published' THEN platform_post_id END) AS post
        FROM assignments WHERE id = p.assignment_id ${asked}) a ON true
      WHERE p.nth <= ${ofWorkspace}
      ORDER BY p.workspace_id, p.connection_id, p.next_at`,
);

const spreadOthers = command(
  'pictures.spread',
  sql`UPDATE pictures p
      SET next_at = now() + make_interval(secs => (o.nth - 1) / ${ofWorkspace} * ${param('roundSeconds', 'integer')})
      FROM (
        SELECT *, row_number() OVER (PARTITION BY workspace_id ORDER BY next_at, id) AS nth FROM (
          SELECT id, workspace_id, next_at FROM pictures
          WHERE next_at <= now() ORDER BY next_at LIMIT ${limit}) longest) o
      WHERE p.id = o.id AND p.next_at = o.next_at AND o.nth > ${ofWorkspace}`,
);

interface Shares {
  /** Pictures that are looked at. */
  readonly limit: number;
  /** The share of a workspace. */
  readonly ofWorkspace: number;
}

/** Pictures that are to be read, the longest due ones, each workspace with its share; by workspace and connection. */
export async function picturesDue(shares: Shares): Promise<DuePicture[]> {
  const found = await readDue.all(shares);
  return found.flatMap(({ nextAt, ...picture }) => (nextAt ? [{ ...picture, nextAt }] : []));
}

/** Leaves the pictures beyond the share of their workspace to later rounds, so that they keep nobody else's waiting. */
export async function spreadPictures(shares: Shares & { roundSeconds: number }): Promise<number> {
  return spreadOthers.run(shares);
}
