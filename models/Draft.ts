import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import type { Payload } from '../domain/payload';
import { firstRow } from './sql';

/** The draft that a job has staged: its id, if the platform has drafts, and the payload that the platform has now. */
export class Draft extends Model<InferAttributes<Draft>, InferCreationAttributes<Draft>> {
  declare assignmentId: string;
  /** Null where the uploaded object is what is published. */
  declare draftId: string | null;
  declare payload: Payload;
  declare updatedAt: CreationOptional<Date>;

  /**
   * Records that the platform has this payload now.
   * @returns false if the job has moved on: then nothing is recorded
   */
  static async store(
    { assignmentId, generation }: { assignmentId: string; generation: number },
    draftId: string | null,
    payload: Payload,
  ): Promise<boolean> {
    const row = await firstRow(
      Draft,
      `INSERT INTO drafts (assignment_id, draft_id, payload)
       SELECT id, $draftId::text, $payload::jsonb FROM assignments
       WHERE id = $assignmentId AND generation = $generation AND status IN ('uploaded', 'processing')
       ON CONFLICT (assignment_id) DO UPDATE
         SET draft_id = excluded.draft_id, payload = excluded.payload, updated_at = clock_timestamp()
       RETURNING assignment_id`,
      { assignmentId, generation, draftId, payload: JSON.stringify(payload) },
    );
    return row !== undefined;
  }
}

export function initialize(sequelize: Sequelize): void {
  Draft.init(
    {
      assignmentId: { type: DataTypes.UUID, primaryKey: true },
      draftId: DataTypes.TEXT,
      payload: DataTypes.JSONB,
      updatedAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'drafts' },
  );
}
