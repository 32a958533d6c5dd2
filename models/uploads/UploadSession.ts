import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize, Transaction } from 'sequelize';
import type { z } from 'zod';
import type { AssignmentError } from '../../domain/assignment';
import type { UploadSessionStatus } from '../../domain/uploadSession';
import { tenantValues } from '../database/Tenant';
import type { Tenant } from '../database/Tenant';
import {
  beginSession,
  completeSession,
  endSession,
  holdSession,
  holdWorkspace,
  noteRemoved,
  openSession,
  readSession,
  refuseSession,
  sessionOfTenant,
} from './uploadStatements';
import type { UploadState as StateRow } from './uploadStatements';

/**
 * A file that a caller uploads before an assignment refers to it (contract.md §3). The row decides what may be done with
 * the file; the store (lib/mediaStore) has its bytes. Times are the database's.
 */
export class UploadSession extends Model<InferAttributes<UploadSession>, InferCreationAttributes<UploadSession>> {
  declare id: string;
  declare workspaceId: string;
  /** The organization in which a user opened it; null: an API key did. */
  declare organizationId: string | null;
  declare fileName: string;
  declare mediaContentType: string;
  declare mediaSizeBytes: number;
  declare status: CreationOptional<UploadSessionStatus>;
  /** The store may have something of it. */
  declare isBegun: CreationOptional<boolean>;
  /** Why its file was refused when it was whole. */
  declare error: AssignmentError | null;
  /** Until then it takes bytes. */
  declare expiresAt: Date;
  declare completedAt: Date | null;
  /** When the store had nothing of it any more. */
  declare removedAt: Date | null;
  declare createdAt: CreationOptional<Date>;

  /**
   * Opens a session, unless the files of the workspace would then be larger than its quota, or too many. The declared size
   * counts from the opening until the file is removed.
   * @returns null if the quota does not allow it
   */
  static async insert(session: NewSession, quotaBytes: number, transaction: Transaction): Promise<UploadState | null> {
    const { workspaceId } = session;
    // A statement of its own: the next one sees what was committed while this one waited.
    await holdWorkspace.run({ workspaceId }, transaction);
    const row = await openSession.first({ ...session, quotaBytes }, transaction);
    return row ?? null;
  }

  /** A session of this tenant; a foreign id is undefined as an unknown one is. */
  static async ofTenant(tenant: Tenant, id: string): Promise<UploadState | undefined> {
    return sessionOfTenant.first({ id, ...tenantValues(tenant) });
  }

  /** A session that a query with a tenant has found, as it is now. */
  static async read({ id }: UploadState): Promise<UploadState | undefined> {
    return readSession.first({ id });
  }

  /** Its first bytes are about to be stored. @returns false if the session has ended before */
  static async begin({ id }: UploadState): Promise<boolean> {
    return (await beginSession.run({ id })) > 0;
  }

  /** Its file is whole, and is what it was said to be: of this type. @returns false if the session has ended before */
  static async complete({ id }: UploadState, mediaContentType: string): Promise<boolean> {
    return (await completeSession.run({ id, mediaContentType })) > 0;
  }

  /** Its file is not what it was said to be: the session ends. */
  static async refuse({ id }: UploadState, error: AssignmentError): Promise<void> {
    await refuseSession.run({ id, error: JSON.stringify(error) });
  }

  /**
   * Ends a session that its caller does not want any more.
   * @returns false if an assignment refers to its file and has not ended
   */
  static async end({ id }: UploadState, transaction: Transaction): Promise<boolean> {
    await holdSession.run({ id }, transaction);
    return (await endSession.run({ id }, transaction)) > 0;
  }

  /** The store has nothing of it any more. */
  static async noteRemoved({ id }: UploadState | EndedUpload): Promise<void> {
    await noteRemoved.run({ id });
  }
}

export type NewSession = Pick<
  InferAttributes<UploadSession>,
  'id' | 'workspaceId' | 'organizationId' | 'fileName' | 'mediaContentType' | 'mediaSizeBytes'
>;

/** A session that has ended, as housekeeping finds it: its file is still to be removed. */
export type EndedUpload = Pick<InferAttributes<UploadSession>, 'id' | 'status' | 'isBegun' | 'createdAt'>;

export type UploadState = z.infer<typeof StateRow>;

export function initialize(sequelize: Sequelize): void {
  UploadSession.init(
    {
      id: { type: DataTypes.UUID, primaryKey: true },
      workspaceId: DataTypes.UUID,
      organizationId: DataTypes.UUID,
      fileName: DataTypes.TEXT,
      mediaContentType: DataTypes.TEXT,
      mediaSizeBytes: DataTypes.BIGINT,
      status: { type: DataTypes.TEXT, defaultValue: 'open' },
      isBegun: { type: DataTypes.BOOLEAN, defaultValue: false },
      error: DataTypes.JSONB,
      expiresAt: DataTypes.DATE,
      completedAt: DataTypes.DATE,
      removedAt: DataTypes.DATE,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'upload_sessions' },
  );
}
