import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import type { Payload } from '../../domain/payload/payload';
import { param, sql } from '../database/fragment';
import { command } from '../database/statement';

const forgetReplaced = command(
  'drafts.forgetReplaced',
  sql`UPDATE drafts SET replaced = array_remove(replaced, ${param('draftId', 'text')})
      WHERE assignment_id = ${param('assignmentId', 'uuid')}`,
);

/** The draft that an assignment has staged: its id, if the platform has drafts, and the payload that the platform has now. */
export class Draft extends Model<InferAttributes<Draft>, InferCreationAttributes<Draft>> {
  declare assignmentId: string;
  /** The platform's id of the draft; null where the uploaded object itself is published. */
  declare draftId: string | null;
  /** The payload that the platform has now; null: unknown. */
  declare payload: Payload | null;
  /** Drafts that the newest draft has replaced and that were not removed yet. */
  declare replaced: CreationOptional<string[]>;
  /** When the platform's draft came to be; a change of its payload makes no other draft. */
  declare madeAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  /** Forgets a replaced draft that was removed from the platform. */
  static async forgetReplaced(assignmentId: string, draftId: string): Promise<void> {
    await forgetReplaced.run({ assignmentId, draftId });
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
