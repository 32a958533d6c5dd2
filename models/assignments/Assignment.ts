import { DataTypes, Model } from 'sequelize';
import type {
  CreationOptional,
  InferAttributes,
  InferCreationAttributes,
  ModelAttributes,
  Sequelize,
  Transaction,
} from 'sequelize';
import type { AssignmentError, AssignmentStatus, ContentType } from '../../domain/assignment';
import type { AssignmentSnapshot, Work } from '../../domain/assignment/snapshot';
import type { FieldErrors, Payload } from '../../domain/payload/payload';
import type { PlatformSlug } from '../../domain/platform';
import type { CallbackEvent } from '../../domain/webhook';
import { param, sql } from '../database/fragment';
import { ofTenant } from '../database/fragments';
import { command } from '../database/statement';
import { tenantValues } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';

const storePayload = command(
  'assignments.storePayload',
  sql`UPDATE assignments SET payload = ${param('payload', 'jsonb')}, updated_at = clock_timestamp(),
        removal = CASE WHEN removal->>'state' = 'due' OR payload->'privacy' IS NOT DISTINCT FROM ${param('payload', 'jsonb')}->'privacy'
                       THEN removal END
      WHERE id = ${param('id', 'uuid')} AND ${ofTenant('assignments')}`,
);

export type CleanupState = 'none' | 'due' | 'done' | 'failed';

/** One publishing assignment. Every query takes a tenant or comes from a workflow that holds the assignment's id. */
export class Assignment extends Model<InferAttributes<Assignment>, InferCreationAttributes<Assignment>> {
  declare id: string;
  declare workspaceId: string;
  /** The organization of the connection. */
  declare organizationId: string;
  declare connectionId: string;
  /** The user who created the assignment; null: the API key or an assistant did. */
  declare createdBy: CreationOptional<string | null>;
  declare platform: PlatformSlug;
  declare type: ContentType;
  /** Written by `models/assignments` and by the insert of a new row, and nowhere else. */
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
  /** When everything for going live was last found in place; null: not yet, or no longer. */
  declare preparedAt: Date | null;
  /** The end of the wait after a failed preparation; null while no preparation waits. */
  declare prepareAgainAt: Date | null;
  declare preparationsFailed: CreationOptional<number>;
  declare preparationError: AssignmentError | null;
  declare preparationFailedAt: Date | null;
  /** The media are to be transferred again although the status is past `uploading`. */
  declare isMediaDue: CreationOptional<boolean>;
  /** The source serves a newer version of the media, which is to be transferred. */
  declare isOutdated: CreationOptional<boolean>;
  /** The media were prepared a second time since the assignment was created, edited or retried. */
  declare isPreparedAnew: CreationOptional<boolean>;
  /** The time since which no look has found the assignment's object on its platform; null if the last look found it. */
  declare absentSince: Date | null;
  /** Past the point of no return, an object that the platform had lost was replaced, since create or the last retry. */
  declare isReplaced: CreationOptional<boolean>;
  /** The reasons why the post lacks the present media of its sources, by field; null: no reason is known. */
  declare mediaWarnings: FieldErrors | null;
  declare callbackUrl: string | null;
  /** The events beside the transitions that the caller wants to hear of. */
  declare callbackEvents: CreationOptional<CallbackEvent[]>;
  /** The statuses that the caller wants to hear of; null: all. */
  declare callbackStatuses: AssignmentStatus[] | null;
  declare idempotencyKey: string | null;
  declare externalId: string | null;
  declare holdId: string;
  declare platformPostId: string | null;
  declare platformUrl: string | null;
  declare publishedAt: Date | null;
  declare errors: CreationOptional<AssignmentError[]>;
  /** True while an object that is not public still has to be removed from the platform. */
  declare cleanup: CreationOptional<CleanupState>;
  /** The removal of the public post, once somebody has asked for it. */
  declare removal: AssignmentSnapshot['removal'];
  /** The post is live, and an extra of the payload was neither added nor given up. */
  declare owesExtras: CreationOptional<boolean>;
  /** Counts and clocks, each with the work that it belongs to (domain/assignment/snapshot.ts). */
  declare tries: AssignmentSnapshot['tries'];
  declare refusals: AssignmentSnapshot['refusals'];
  declare busy: AssignmentSnapshot['busy'];
  /** The next work when the row was stored; null: none. Time may have made other work the next, but never no work. */
  declare nextWork: Work | null;
  /** The time from which the next work can be done; null: at once. */
  declare nextAt: Date | null;
  /** The number of writes to the row, which the database counts. */
  declare version: CreationOptional<number>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;

  /** An assignment of this tenant; null for a foreign id as for an unknown id. */
  static async ofTenant(tenant: Tenant, id: string): Promise<Assignment | null> {
    return Assignment.findOne({ where: { id, ...tenant.columns }, raw: true });
  }

  /** An assignment of this tenant, locked until the transaction ends, for a caller who is about to change it. */
  static async lock(tenant: Tenant, id: string, transaction: Transaction): Promise<Assignment | null> {
    return Assignment.findOne({ where: { id, ...tenant.columns }, lock: true, transaction, raw: true });
  }

  /** Stores the new payload of a published post. Another audience ends the removal that has hidden it. The transaction holds the row. */
  static async storePayload(
    tenant: Tenant,
    { id }: Assignment,
    payload: Payload,
    transaction: Transaction,
  ): Promise<void> {
    await storePayload.run({ id, payload: JSON.stringify(payload), ...tenantValues(tenant) }, transaction);
  }
}

const attributes: ModelAttributes<Assignment, InferAttributes<Assignment>> = {
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
  isOutdated: { type: DataTypes.BOOLEAN, defaultValue: false },
  isPreparedAnew: { type: DataTypes.BOOLEAN, defaultValue: false },
  absentSince: DataTypes.DATE,
  isReplaced: { type: DataTypes.BOOLEAN, defaultValue: false },
  mediaWarnings: DataTypes.JSONB,
  callbackUrl: DataTypes.TEXT,
  callbackEvents: { type: DataTypes.ARRAY(DataTypes.TEXT), defaultValue: [] },
  callbackStatuses: DataTypes.ARRAY(DataTypes.TEXT),
  idempotencyKey: DataTypes.TEXT,
  externalId: DataTypes.TEXT,
  holdId: DataTypes.UUID,
  platformPostId: DataTypes.TEXT,
  platformUrl: DataTypes.TEXT,
  publishedAt: DataTypes.DATE,
  errors: { type: DataTypes.JSONB, defaultValue: [] },
  cleanup: { type: DataTypes.TEXT, defaultValue: 'none' },
  removal: DataTypes.JSONB,
  owesExtras: { type: DataTypes.BOOLEAN, defaultValue: false },
  tries: DataTypes.JSONB,
  refusals: DataTypes.JSONB,
  busy: DataTypes.JSONB,
  nextWork: DataTypes.TEXT,
  nextAt: DataTypes.DATE,
  version: { type: DataTypes.INTEGER, defaultValue: 1 },
  createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
  updatedAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
};

export function initialize(sequelize: Sequelize): void {
  Assignment.init(attributes, { sequelize, tableName: 'assignments' });
}
