import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { z } from 'zod';
import { param, sql } from '../database/fragment';
import { batchCalls } from '../database/batchCalls';
import { command, statement } from '../database/statement';

const uploadSessionId = param('uploadSessionId', 'uuid');
const holder = param('holder', 'uuid');

const acquireLock = statement(
  'uploads.acquireLock',
  z.strictObject({ isMine: z.boolean() }),
  sql`INSERT INTO upload_locks AS l (upload_session_id, holder, lease_until)
      VALUES (${uploadSessionId}, ${holder}, clock_timestamp() + make_interval(secs => ${param('leaseSeconds', 'float8')}))
      ON CONFLICT (upload_session_id) DO UPDATE
        SET holder = CASE WHEN l.lease_until <= clock_timestamp() THEN excluded.holder ELSE l.holder END,
            lease_until = CASE WHEN l.lease_until <= clock_timestamp() THEN excluded.lease_until ELSE l.lease_until END,
            is_wanted = l.lease_until > clock_timestamp()
        WHERE l.lease_until <= clock_timestamp() OR NOT l.is_wanted
      RETURNING holder = ${holder} AS "isMine"`,
);

const renewLocks = statement(
  'uploads.renewLocks',
  z.strictObject({ holder: z.uuid(), isWanted: z.boolean() }),
  sql`UPDATE upload_locks l SET lease_until = clock_timestamp() + make_interval(secs => claim.lease_ms / 1000)
      FROM unnest(${param('ids', 'uuid[]')}, ${param('holders', 'uuid[]')}, ${param('leases', 'float8[]')})
        AS claim (id, holder, lease_ms)
      WHERE l.upload_session_id = claim.id AND l.holder = claim.holder RETURNING l.holder, l.is_wanted AS "isWanted"`,
);

const noteGivenUp = command(
  'uploads.noteLockGivenUp',
  sql`UPDATE upload_locks SET is_wanted = false WHERE upload_session_id = ${uploadSessionId}`,
);

const releaseLock = command(
  'uploads.releaseLock',
  sql`DELETE FROM upload_locks WHERE upload_session_id = ${uploadSessionId} AND holder = ${holder}`,
);

/**
 * The lock by which one request at a time works on the file of an upload session, in any process. Its holder has a
 * lease of the database's clock, so that the lock of a process that died is free by itself.
 */
export class UploadLock extends Model<InferAttributes<UploadLock>, InferCreationAttributes<UploadLock>> {
  declare uploadSessionId: string;
  declare holder: string;
  declare leaseUntil: Date;
  /** Another request waits for the lock. */
  declare isWanted: CreationOptional<boolean>;

  /** @returns false if another request has the lock; its holder is then notified that the lock is wanted */
  static async acquire(claim: LockClaim, leaseMs: number): Promise<boolean> {
    const row = await acquireLock.first({ ...claim, leaseSeconds: leaseMs / 1000 });
    return row?.isMine ?? false;
  }

  /** Prolongs all leases of a process in one statement. @returns whether another request wants or has the lock */
  static readonly renew = batchCalls(
    async (renewals: readonly (LockClaim & { leaseMs: number })[]): Promise<boolean[]> => {
      const renewed = await renewLocks.all({
        ids: renewals.map(({ uploadSessionId }) => uploadSessionId),
        holders: renewals.map(({ holder }) => holder),
        leases: renewals.map(({ leaseMs }) => leaseMs),
      });
      const wanted = new Map(renewed.map(({ holder, isWanted }) => [holder, isWanted]));
      return renewals.map(({ holder }) => wanted.get(holder) ?? true);
    },
  );

  /** Notes that a request that waited for the lock has given up. Another request that waits says so again. */
  static async noteGivenUp(uploadSessionId: string): Promise<void> {
    await noteGivenUp.run({ uploadSessionId });
  }

  static async release(claim: LockClaim): Promise<void> {
    await releaseLock.run(claim);
  }
}

export type LockClaim = Pick<InferAttributes<UploadLock>, 'uploadSessionId' | 'holder'>;

export function initialize(sequelize: Sequelize): void {
  UploadLock.init(
    {
      uploadSessionId: { type: DataTypes.UUID, primaryKey: true },
      holder: DataTypes.UUID,
      leaseUntil: DataTypes.DATE,
      isWanted: { type: DataTypes.BOOLEAN, defaultValue: false },
    },
    { sequelize, tableName: 'upload_locks' },
  );
}
