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
  declareFile,
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
 * A file that a caller uploads before an assignment refers to it (contract.md §3). The row decides the operations that
 * the file allows; the store (lib/mediaStore) has its bytes. Times are the database's.
 */
export class UploadSession extends Model<InferAttributes<UploadSession>, InferCreationAttributes<UploadSession>> {
  declare id: string;
  declare workspaceId: string;
  /** The organization in which a user opened the session; null: an API key opened it. */
  declare organizationId: string | null;
  declare fileName: string;
  declare mediaContentType: string;
  declare mediaSizeBytes: number;
  /** Of a video that is whole; null: its file does not tell it, or it is no video. */
  declare durationSeconds: number | null;
  declare status: CreationOptional<UploadSessionStatus>;
  /** The store may have bytes of the file. */
  declare isBegun: CreationOptional<boolean>;
  /** The error for which the whole file was refused. */
  declare error: AssignmentError | null;
  /** The time until which the session takes bytes. */
  declare expiresAt: Date;
  declare completedAt: Date | null;
  /** The hash of the secret in the address at which the file is sent without another credential. */
  declare linkHash: string | null;
  /** The grant of the assistant that got the address, which ends with it. */
  declare linkGrantId: string | null;
  /** The address from which the service downloads the file, until that has ended. */
  declare sourceUrl: string | null;
  declare nextTryAt: Date | null;
  /** The tries to download the file, those that ended with their process included. */
  declare tries: CreationOptional<number>;
  /** The time since which the store has no bytes of the file. */
  declare removedAt: Date | null;
  declare createdAt: CreationOptional<Date>;

  /**
   * Opens a session, unless the files of the workspace would then be larger than its quota, or too many. The declared size
   * counts from the opening until the file is removed.
   * @returns null if the quota does not allow the session
   */
  static async insert(
    { linkHash = null, linkGrantId = null, sourceUrl = null, ...session }: NewSession,
    quotaBytes: number,
    transaction: Transaction,
  ): Promise<UploadState | null> {
    const { workspaceId } = session;
    // A statement of its own: the next statement sees the commits made while this statement waited.
    await holdWorkspace.run({ workspaceId }, transaction);
    const row = await openSession.first({ ...session, linkHash, linkGrantId, sourceUrl, quotaBytes }, transaction);
    return row ?? null;
  }

  /** A session of this tenant; undefined for a foreign id as for an unknown id. */
  static async ofTenant(tenant: Tenant, id: string): Promise<UploadState | undefined> {
    return sessionOfTenant.first({ id, ...tenantValues(tenant) });
  }

  /** The present state of a session that a query with a tenant has found. */
  static async read({ id }: UploadState): Promise<UploadState | undefined> {
    return readSession.first({ id });
  }

  /**
   * Notes the size and the type of a file, which were not known or were announced otherwise, before its first byte.
   * @returns null if the quota does not allow it, or if the session has ended or taken bytes
   */
  static async declare(
    { id, workspaceId }: UploadState,
    file: Pick<UploadState, 'mediaContentType' | 'mediaSizeBytes'>,
    quotaBytes: number,
    transaction: Transaction,
  ): Promise<UploadState | null> {
    await holdWorkspace.run({ workspaceId }, transaction);
    return (await declareFile.first({ id, workspaceId, ...file, quotaBytes }, transaction)) ?? null;
  }

  /** Notes that the first bytes are about to be stored. @returns false if the session has ended before */
  static async begin({ id }: UploadState): Promise<boolean> {
    return (await beginSession.run({ id })) > 0;
  }

  /** Notes that the file is whole and, as declared, of this type. @returns false if the session has ended before */
  static async complete({ id }: UploadState, file: WholeFile): Promise<boolean> {
    return (await completeSession.run({ id, ...file })) > 0;
  }

  /** Ends a session whose file is not as declared. */
  static async refuse({ id }: UploadState, error: AssignmentError): Promise<void> {
    await refuseSession.run({ id, error: JSON.stringify(error) });
  }

  /**
   * Ends a session that its caller does not want any more.
   * @returns false if an assignment that has not ended refers to the file
   */
  static async end({ id }: UploadState, transaction: Transaction): Promise<boolean> {
    await holdSession.run({ id }, transaction);
    return (await endSession.run({ id }, transaction)) > 0;
  }

  /** Notes that the store has no bytes of the file any more. */
  static async noteRemoved({ id }: UploadState | EndedUpload): Promise<void> {
    await noteRemoved.run({ id });
  }
}

export type NewSession = Pick<
  InferAttributes<UploadSession>,
  'id' | 'workspaceId' | 'organizationId' | 'fileName' | 'mediaContentType' | 'mediaSizeBytes'
> &
  Partial<Pick<InferAttributes<UploadSession>, 'linkHash' | 'linkGrantId' | 'sourceUrl'>>;

/** The facts of a file that is whole. */
export type WholeFile = Pick<InferAttributes<UploadSession>, 'mediaContentType' | 'durationSeconds'>;

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
      durationSeconds: DataTypes.DOUBLE,
      status: { type: DataTypes.TEXT, defaultValue: 'open' },
      isBegun: { type: DataTypes.BOOLEAN, defaultValue: false },
      error: DataTypes.JSONB,
      expiresAt: DataTypes.DATE,
      completedAt: DataTypes.DATE,
      removedAt: DataTypes.DATE,
      linkHash: DataTypes.TEXT,
      linkGrantId: DataTypes.UUID,
      sourceUrl: DataTypes.TEXT,
      nextTryAt: DataTypes.DATE,
      tries: { type: DataTypes.INTEGER, defaultValue: 0 },
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'upload_sessions' },
  );
}
