import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import type { Payload } from '../domain/payload';
import { owesAtEnd } from './cleanupOwed';
import { firstRow, rows } from './sql';

/**
 * - `noted`: the job goes on with it.
 * - `movedOn`: the job has ended, or another generation goes on; it is noted for these where nothing else leads to it.
 * - `overtaken`: a later call has taken over; nothing is noted.
 */
export type NotedDraft = 'noted' | 'movedOn' | 'overtaken';

/** The call that staged a payload, by the row of its lease. */
interface StageCall {
  assignmentId: string;
  generation: number;
  attemptId: number;
}

/** The draft that a job has staged: its id, if the platform has drafts, and the payload that the platform has now. */
export class Draft extends Model<InferAttributes<Draft>, InferCreationAttributes<Draft>> {
  declare assignmentId: string;
  /** Null where the uploaded object is what is published. */
  declare draftId: string | null;
  /** Null: nobody knows which one the platform has. */
  declare payload: Payload | null;
  /** Drafts that the newest has replaced, and that were not removed yet. */
  declare replaced: CreationOptional<string[]>;
  /** When the platform's draft came to be; a change of its payload makes no other one. */
  declare madeAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  /**
   * Ends a call that staged, and records that the platform has this payload now. A job that ended meanwhile owes the removal
   * of a draft that it is left with. Where another generation goes on, it takes the draft over; where the job has media, it
   * finds the draft by them, and the draft may be of others. A draft that gives way to this one stays noted.
   */
  static async store(
    { assignmentId, generation, attemptId }: StageCall,
    draftId: string | null,
    payload: Payload,
  ): Promise<NotedDraft> {
    const row = await firstRow<{ isLive: boolean }>(
      Draft,
      `WITH staged AS (
         DELETE FROM publish_attempts WHERE id = $attemptId AND step = 'stage' AND outcome IS NULL RETURNING assignment_id),
       job AS (
         SELECT a.id, a.generation = $generation AND a.status IN ('uploaded', 'processing') AS is_live,
                NOT EXISTS (SELECT 1 FROM uploads u WHERE u.assignment_id = a.id) AS has_no_media
         FROM assignments a JOIN staged s ON s.assignment_id = a.id WHERE a.id = $assignmentId AND a.status <> 'published' FOR NO KEY UPDATE OF a),
       noted AS (
         INSERT INTO drafts AS d (assignment_id, draft_id, payload)
         SELECT id, $draftId::text, $payload::jsonb FROM job WHERE is_live OR has_no_media
         ON CONFLICT (assignment_id) DO UPDATE
           SET draft_id = excluded.draft_id, payload = excluded.payload, updated_at = clock_timestamp(),
               made_at = CASE WHEN d.draft_id = excluded.draft_id THEN d.made_at ELSE clock_timestamp() END,
               replaced = CASE WHEN d.draft_id <> excluded.draft_id THEN array_append(d.replaced, d.draft_id) ELSE d.replaced END),
       unsure AS (
         UPDATE drafts d SET payload = NULL FROM job WHERE d.assignment_id = job.id AND NOT (is_live OR has_no_media)),
       owed AS (
         UPDATE assignments a SET cleanup = 'due', updated_at = clock_timestamp()
         FROM job WHERE a.id = job.id AND has_no_media AND $draftId::text IS NOT NULL AND ${owesAtEnd})
       SELECT is_live AS "isLive" FROM job`,
      { assignmentId, generation, attemptId, draftId, payload: JSON.stringify(payload) },
    );
    if (!row) return 'overtaken';
    return row.isLive ? 'noted' : 'movedOn';
  }

  /** A draft that was replaced is removed. */
  static async forgetReplaced(assignmentId: string, draftId: string): Promise<void> {
    await rows(
      Draft,
      'UPDATE drafts SET replaced = array_remove(replaced, $draftId) WHERE assignment_id = $assignmentId',
      { assignmentId, draftId },
    );
  }
}

export function initialize(sequelize: Sequelize): void {
  Draft.init(
    {
      assignmentId: { type: DataTypes.UUID, primaryKey: true },
      draftId: DataTypes.TEXT,
      payload: DataTypes.JSONB,
      replaced: { type: DataTypes.ARRAY(DataTypes.TEXT), defaultValue: [] },
      madeAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
      updatedAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'drafts' },
  );
}
