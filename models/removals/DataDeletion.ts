import { createHash, randomBytes } from 'node:crypto';
import { DataTypes, Model } from 'sequelize';
import type { CreationOptional, InferAttributes, InferCreationAttributes, Sequelize } from 'sequelize';
import { z } from 'zod';
import type { PlatformSlug } from '../../domain/platform';
import { dataDeletionDays } from '../../domain/retention';
import { platformColumn } from '../database/columns';
import { constant, param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';
import type { Transaction } from '../database/transaction';

const codeHash = param('codeHash', 'text');
const platform = param('platform', 'text');

const add = command(
  'dataDeletions.add',
  sql`INSERT INTO data_deletions (code_hash, platform, asked_at, connections)
      VALUES (${codeHash}, ${platform}, ${param('askedAt', 'timestamptz')}, ${param('connections', 'integer')})
      ON CONFLICT DO NOTHING`,
);

const Done = z.strictObject({ platform: platformColumn, doneAt: z.date(), connections: z.int() });
/** A request that was done: a request is noted in the transaction that does it. */
export type DoneDeletion = z.infer<typeof Done>;

const find = statement(
  'dataDeletions.find',
  Done,
  sql`SELECT platform, created_at AS "doneAt", connections FROM data_deletions
      WHERE code_hash = ${codeHash} AND platform = ${platform}`,
);

const removeOld = command(
  'dataDeletions.removeOld',
  sql`DELETE FROM data_deletions WHERE code_hash IN (
        SELECT code_hash FROM data_deletions WHERE created_at < now() - make_interval(days => ${constant(dataDeletionDays)})
        ORDER BY created_at LIMIT ${param('limit', 'bigint')})`,
);

/** A request of an account's owner to delete the platform's data of their channels, without the name of the account. */
export class DataDeletion extends Model<InferAttributes<DataDeletion>, InferCreationAttributes<DataDeletion>> {
  /** SHA-256 of the code by which the owner looks the request up. */
  declare codeHash: string;
  declare platform: PlatformSlug;
  declare askedAt: Date;
  /** The connections of the account, in all workspaces. */
  declare connections: number;
  declare createdAt: CreationOptional<Date>;

  /** Notes a request that this transaction does. @returns false if one with this code was done before */
  static async note(done: NewDeletion, transaction: Transaction): Promise<boolean> {
    const { code, ...facts } = done;
    return (await add.run({ ...facts, codeHash: hashOf(code) }, transaction)) > 0;
  }

  static async ofCode(platform: PlatformSlug, code: string): Promise<DoneDeletion | undefined> {
    return find.first({ platform, codeHash: hashOf(code) });
  }

  /** Removes up to `limit` requests whose owner has had time to look them up. @returns how many */
  static async removeOld(limit: number): Promise<number> {
    return removeOld.run({ limit });
  }
}

interface NewDeletion {
  platform: PlatformSlug;
  /** Of `newDeletionCode`; it is stored nowhere. */
  code: string;
  askedAt: Date;
  connections: number;
}

/** 256 random bits, by which an owner looks up how their request has ended. */
export function newDeletionCode(): string {
  return randomBytes(32).toString('hex');
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}

export function initialize(sequelize: Sequelize): void {
  DataDeletion.init(
    {
      codeHash: { type: DataTypes.TEXT, primaryKey: true },
      platform: DataTypes.TEXT,
      askedAt: DataTypes.DATE,
      connections: DataTypes.INTEGER,
      createdAt: { type: DataTypes.DATE, defaultValue: DataTypes.NOW },
    },
    { sequelize, tableName: 'data_deletions' },
  );
}
