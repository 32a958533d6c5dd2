import type { Payload } from '../../../domain/payload/payload';
import { bind, param, sql } from '../../database/fragment';
import type { BoundFragment } from '../../database/fragment';
import type { SentSource } from '../Upload';

/** A session that was opened, before its first byte. */
export interface NewSession {
  /** Encrypted. */
  session: string;
  source: SentSource;
  contentType: string;
  sizeBytes: number | null;
  sourceChanges: number;
  /** The payload that the session was opened with, where it needs no staging; else null. */
  staged: Payload | null;
}

/** The object that the last byte made. */
export interface NewObject {
  objectId: string;
  /** The identity of the source that was sent; null: the session was stored with it. */
  source: SentSource | null;
}

/** A session or an object of a medium, beside the session or object of the post. */
export interface Spare {
  /** Encrypted. */
  session: string | null;
  objectId: string | null;
  source: SentSource;
}

/** The session or object that a transfer of one of the media has made on the platform, as its maker knows it. */
export type NewMedium = { item: number } & ({ session: NewSession } | { object: NewObject } | { spare: Spare });

const itemNumber = param('item', 'smallint');
const sourceIdentity = param('source', 'jsonb', 'orNull');
const stagedPayload = param('staged', 'jsonb', 'orNull');

const opened = sql`opened AS (
  INSERT INTO uploads AS u (assignment_id, item, session, source, content_type, size_bytes, source_changes)
  SELECT id, ${itemNumber}, ${param('session', 'text', 'orNull')}, ${sourceIdentity}, ${param('contentType', 'text')}, ${param('sizeBytes', 'bigint', 'orNull')}, ${param('sourceChanges', 'integer')} FROM stored
  ON CONFLICT (assignment_id, item) DO UPDATE
    SET session = excluded.session, source = excluded.source, content_type = excluded.content_type, size_bytes = excluded.size_bytes,
        source_changes = excluded.source_changes, bytes_transferred = 0, object_id = NULL,
        made_at = clock_timestamp(), updated_at = clock_timestamp()),
staged_by_session AS (
  INSERT INTO drafts (assignment_id, payload) SELECT id, ${stagedPayload} FROM stored WHERE ${stagedPayload} IS NOT NULL
  ON CONFLICT (assignment_id) DO UPDATE SET payload = excluded.payload, updated_at = clock_timestamp())`;

const arrived = sql`arrived AS (
  INSERT INTO uploads AS u (assignment_id, item, object_id, source)
  SELECT id, ${itemNumber}, ${param('objectId', 'text', 'orNull')}, ${sourceIdentity} FROM stored
  ON CONFLICT (assignment_id, item) DO UPDATE
    SET object_id = excluded.object_id, source = coalesce(excluded.source, u.source), bytes_transferred = coalesce(u.size_bytes, u.bytes_transferred),
        made_at = CASE WHEN u.object_id IS NULL THEN clock_timestamp() ELSE u.made_at END, updated_at = clock_timestamp())`;

const beside = sql`beside AS (
  UPDATE uploads u SET spare_session = ${param('session', 'text', 'orNull')}, spare_object_id = ${param('objectId', 'text', 'orNull')}, spare_source = ${sourceIdentity},
    spare_made_at = clock_timestamp()
  FROM stored s WHERE u.assignment_id = s.id AND u.item = ${itemNumber})`;

/** The part of the statement that stores a change (`changeStatement.ts`), for a transfer's session or object. */
export function mediumPart(medium: NewMedium): BoundFragment {
  if ('session' in medium) return sessionPart(medium.item, medium.session);
  return 'object' in medium ? objectPart(medium.item, medium.object) : sparePart(medium.item, medium.spare);
}

function sessionPart(item: number, { source, staged, ...session }: NewSession): BoundFragment {
  const told = { source: JSON.stringify(source), staged: staged && JSON.stringify(staged) };
  return bind(opened, { item, ...session, ...told });
}

function objectPart(item: number, { objectId, source }: NewObject): BoundFragment {
  return bind(arrived, { item, objectId, source: source && JSON.stringify(source) });
}

function sparePart(item: number, { source, ...spare }: Spare): BoundFragment {
  return bind(beside, { item, ...spare, source: JSON.stringify(source) });
}

/**
 * The newer version of every medium takes the place of the prepared version. The older version stays noted until it is
 * removed, and so does a draft. The post is to be staged again.
 */
export const taken = sql`taken AS (
  UPDATE uploads u SET session = spare_session, object_id = spare_object_id, source = spare_source, made_at = spare_made_at,
    spare_session = session, spare_object_id = object_id, spare_source = source, spare_made_at = made_at,
    updated_at = clock_timestamp()
  FROM stored s WHERE u.assignment_id = s.id),
outdated_draft AS (
  UPDATE drafts d SET draft_id = NULL, payload = NULL, updated_at = clock_timestamp(),
    replaced = CASE WHEN d.draft_id IS NULL THEN d.replaced ELSE array_append(d.replaced, d.draft_id) END
  FROM stored s WHERE d.assignment_id = s.id)`;
