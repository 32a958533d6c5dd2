import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { AssignmentError, AssignmentStatus, ContentType } from '../domain/assignment';
import type { FieldErrors, Payload } from '../domain/payload';
import type { PlatformSlug } from '../domain/platform';
import { boundOf, holdOf, insertionFrom } from './newAssignment';
import type { Inserted, NewAssignment } from './newAssignment';
import { phaseEndsIf } from './phaseClocks';
import { firstRow } from './sql';
import { belongsTo, tenantValues } from './Tenant';
import type { Tenant } from './Tenant';
import { takingOf } from './takeCredits';

/** A failure of a step. */
export interface LastFailure extends AssignmentError {
  /** The platform's words, where it refused in words that nobody knows; else null. */
  refusal: string | null;
  /** The tries in a row that were refused so. */
  refusedInARow: number;
}

export type CleanupState = 'none' | 'due' | 'done' | 'failed';

/** One publishing job. Every query takes a tenant or comes from a workflow that holds the job's id. */
export class Assignment extends Model<InferAttributes<Assignment>, InferCreationAttributes<Assignment>> {
  declare id: string;
  declare workspaceId: string;
  /** The organization of its connection. */
  declare organizationId: string;
  declare connectionId: string;
  /** The user who has asked for it; null: the API key, or an assistant. */
  declare createdBy: CreationOptional<string | null>;
  declare platform: PlatformSlug;
  declare type: ContentType;
  /** Written by `transitionAssignment` and by the insert of a new row, and nowhere else. */
  declare status: AssignmentStatus;
  declare generation: CreationOptional<number>;
  declare payload: Payload;
  /** The payload's text for lists: title, message or description, up to 255 characters. The database derives it. */
  declare title: CreationOptional<string | null>;
  declare mediaUrl: string | null;
  declare mediaContentType: string | null;
  declare mediaSizeBytes: number | null;
  declare scheduledAt: Date | null;
  /** How long before `scheduledAt` its media may be transferred; 0 for a post without media. */
  declare prepareAheadSeconds: CreationOptional<number>;
  /** When all was last found in place for going live; null: not yet, or no longer. */
  declare preparedAt: Date | null;
  /** Until then a preparation that failed waits (models/preparation.ts); null while it does not. */
  declare prepareAgainAt: Date | null;
  declare preparationsFailed: CreationOptional<number>;
  declare preparationError: AssignmentError | null;
  declare preparationFailedAt: Date | null;
  /** Its media are to be transferred anew although it is `uploaded`. */
  declare isMediaDue: CreationOptional<boolean>;
  /** It has been prepared anew since it was created, edited or retried. */
  declare isPreparedAnew: CreationOptional<boolean>;
  /** When the platform first said in this phase that it is still processing the post (models/phaseClocks.ts). */
  declare processingSince: Date | null;
  /** Since when no look has found what the job has made on its platform; null while the last one has. */
  declare absentSince: Date | null;
  /** Past its point of no return it has replaced what the platform had lost, since it was created or retried. */
  declare isReplaced: CreationOptional<boolean>;
  /** Why its post does not have what its sources serve now, by field; null: nothing is known of that. */
  declare mediaWarnings: FieldErrors | null;
  declare callbackUrl: string | null;
  declare idempotencyKey: string | null;
  declare externalId: string | null;
  declare holdId: string;
  declare platformPostId: string | null;
  declare platformUrl: string | null;
  declare publishedAt: Date | null;
  declare errors: CreationOptional<AssignmentError[]>;
  /** True while an object that is not public still has to be removed from the platform. */
  declare cleanup: CreationOptional<CleanupState>;
  /** Its post is live, and an extra that its payload asks for was neither added nor given up. */
  declare owesExtras: CreationOptional<boolean>;
  declare tries: CreationOptional<number>;
  declare triesBeganAt: Date | null;
  /** The last failure of a step. */
  declare lastFailure: LastFailure | null;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  /**
   * Writes a new job, `pending` in generation 1, and takes the credits of its hold. Where `isStarted`, the start of its run
   * is ordered. The account stays locked until the transaction ends.
   * @returns undefined, with nothing written, where `takeCredits` takes none
   */
  static async insert(
    job: NewAssignment,
    transaction: Transaction,
    { isStarted } = { isStarted: false },
  ): Promise<Inserted | undefined> {
    const { parts, bound } = takingOf(job, holdOf(job));
    const sql = `WITH ${parts}, ${insertionFrom('held')}`;
    return firstRow<Inserted>(Assignment, sql, { ...bound, ...boundOf(job), isStarted }, transaction);
  }

  /** An assignment of this tenant; a foreign id is null as an unknown one is. */
  static async ofTenant(tenant: Tenant, id: string): Promise<Assignment | null> {
    return Assignment.findOne({ where: { id, ...tenant.columns }, raw: true });
  }

  /** The same, locked until the transaction ends, for a caller who is about to change it. */
  static async lock(tenant: Tenant, id: string, transaction: Transaction): Promise<Assignment | null> {
    return Assignment.findOne({ where: { id, ...tenant.columns }, lock: true, transaction, raw: true });
  }

  /**
   * Writes what a caller has changed; the transaction holds the row. A job whose run waits for another time, or has
   * prepared another payload, goes on in its next generation, and prepares what differs. Media that an earlier run has
   * brought to the platform are removed before the first byte, where the job has others now.
   * @returns its generation
   */
  static async edit(
    tenant: Tenant,
    { id, ...edit }: AssignmentEdit & { id: string },
    transaction: Transaction,
  ): Promise<number> {
    const row = await firstRow<{ generation: number }>(
      Assignment,
      `UPDATE assignments
       SET payload = $payload::jsonb, scheduled_at = $scheduledAt::timestamptz, prepare_ahead_seconds = $prepareAheadSeconds::int,
           generation = generation + $isRunAnew::boolean::int, updated_at = clock_timestamp(),
           prepared_at = CASE WHEN NOT $isRunAnew::boolean THEN prepared_at END,
           preparations_failed = CASE WHEN $isRunAnew::boolean THEN 0 ELSE preparations_failed END,
           is_prepared_anew = is_prepared_anew AND NOT $isRunAnew::boolean, ${phaseEndsIf('$isRunAnew::boolean')},
           media_warnings = CASE WHEN NOT $isRunAnew::boolean THEN media_warnings END,
           cleanup = CASE WHEN $isOtherMedia::boolean AND EXISTS (SELECT 1 FROM uploads u WHERE u.assignment_id = assignments.id)
             THEN 'due' ELSE cleanup END,
           prepare_again_at = CASE WHEN NOT $isRunAnew::boolean THEN prepare_again_at ELSE CASE status
             WHEN 'uploading' THEN $scheduledAt::timestamptz - make_interval(secs => $prepareAheadSeconds::int) END END
       WHERE id = $id AND ${belongsTo('assignments')} RETURNING generation`,
      { id, ...edit, payload: JSON.stringify(edit.payload), ...tenantValues(tenant) },
      transaction,
    );
    if (!row) throw new Error('the assignment is gone');
    return row.generation;
  }
}

export interface AssignmentEdit {
  payload: Payload;
  scheduledAt: Date | null;
  prepareAheadSeconds: number;
  /** The edit makes useless what an earlier run has brought to the platform. */
  isOtherMedia: boolean;
  /** Its run is ended, and another one begins. */
  isRunAnew: boolean;
}

export function initialize(sequelize: Sequelize): void {
  Assignment.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      workspaceId: DataTypes.UUID,
      organizationId: DataTypes.UUID,
      connectionId: DataTypes.UUID,
      createdBy: DataTypes.UUID,
      platform: DataTypes.TEXT,
      type: DataTypes.TEXT,
      status: DataTypes.TEXT,
      generation: { type: DataTypes.INTEGER, defaultValue: 1 },
      payload: DataTypes.JSONB,
      title: DataTypes.TEXT,
      mediaUrl: DataTypes.TEXT,
      mediaContentType: DataTypes.TEXT,
      mediaSizeBytes: DataTypes.BIGINT,
      scheduledAt: DataTypes.DATE,
      prepareAheadSeconds: { type: DataTypes.INTEGER, defaultValue: 0 },
      preparedAt: DataTypes.DATE,
      prepareAgainAt: DataTypes.DATE,
      preparationsFailed: { type: DataTypes.SMALLINT, defaultValue: 0 },
      preparationError: DataTypes.JSONB,
      preparationFailedAt: DataTypes.DATE,
      isMediaDue: { type: DataTypes.BOOLEAN, defaultValue: false },
      isPreparedAnew: { type: DataTypes.BOOLEAN, defaultValue: false },
      processingSince: DataTypes.DATE,
      absentSince: DataTypes.DATE,
      isReplaced: { type: DataTypes.BOOLEAN, defaultValue: false },
      mediaWarnings: DataTypes.JSONB,
      callbackUrl: DataTypes.TEXT,
      idempotencyKey: DataTypes.TEXT,
      externalId: DataTypes.TEXT,
      holdId: DataTypes.UUID,
      platformPostId: DataTypes.TEXT,
      platformUrl: DataTypes.TEXT,
      publishedAt: DataTypes.DATE,
      errors: { type: DataTypes.JSONB, defaultValue: [] },
      cleanup: { type: DataTypes.TEXT, defaultValue: 'none' },
      owesExtras: { type: DataTypes.BOOLEAN, defaultValue: false },
      tries: { type: DataTypes.INTEGER, defaultValue: 0 },
      triesBeganAt: DataTypes.DATE,
      lastFailure: DataTypes.JSONB,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
      updatedAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'assignments' },
  );
}
