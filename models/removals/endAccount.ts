import { z } from 'zod';
import type { PlatformSlug } from '../../domain/platform';
import { Connection } from '../connections/Connection';
import { param, sql } from '../database/fragment';
import { isAmong } from '../database/fragments';
import { command, statement } from '../database/statement';
import { inTransaction } from '../database/transaction';
import type { Transaction } from '../database/transaction';
import { DataDeletion } from './DataDeletion';
import { erasePlatformData } from './platformData';
import { withoutTokens } from './removalStatements';

const ofAccount = sql`platform = ${param('platform', 'text')} AND platform_account = ${param('account', 'text')}`;

/** The platform's clock counts whole seconds, and may be behind ours. */
const clockTolerance = sql`interval '60 seconds'`;

/** Connections that the owner has made or renewed since stay: the request is not about them. */
const hold = statement(
  'accounts.hold',
  z.strictObject({ id: z.uuid() }),
  sql`SELECT id FROM connections WHERE ${ofAccount} AND tokens_stored_at < ${param('askedAt', 'timestamptz')} + ${clockTolerance}
      ORDER BY id FOR UPDATE`,
);

const endAccess = command(
  'accounts.endAccess',
  sql`UPDATE connections SET ${withoutTokens}, access_lost_at = coalesce(access_lost_at, clock_timestamp())
      WHERE ${isAmong(sql`id`)} AND (access_token IS NOT NULL OR refresh_token IS NOT NULL OR token_status <> 'missing')`,
);

const forgetInTickets = command(
  'accounts.forgetInTickets',
  sql`UPDATE oauth_tickets SET platform_account = NULL WHERE ${ofAccount}`,
);

/** The owner of an account of a platform no longer wants the service to act for it. */
export interface AccountEnd {
  readonly platform: PlatformSlug;
  readonly account: string;
  readonly askedAt: Date;
}

/**
 * Erases the tokens of every connection of an account, in every workspace, as a refusal by the platform would make them useless
 * (contract.md §4). Removed connections are among them. A repeat changes nothing.
 * @returns of how many connections the account is known
 */
export async function endAccountAccess({ platform, account, askedAt }: AccountEnd): Promise<number> {
  return inOneTransaction(async (transaction) => {
    const held = await hold.all({ platform, account, askedAt }, transaction);
    await withoutAccess(held, transaction);
    return held.length;
  });
}

/**
 * Does the same, and deletes the platform's data of these connections at once. The account itself is forgotten.
 * @param code of `newDeletionCode`: the owner can look up by it how this has ended, and it ends an account once
 * @returns of how many connections the account was known; null if the code was used before, and nothing is done
 */
export async function endAccount(end: AccountEnd, code: string): Promise<number | null> {
  const { platform, account, askedAt } = end;
  return inOneTransaction(async (transaction) => {
    const held = await hold.all({ platform, account, askedAt }, transaction);
    const done = { platform, code, askedAt, connections: held.length };
    if (!(await DataDeletion.note(done, transaction))) return null;
    await withoutAccess(held, transaction);
    if (held.length > 0) await erasePlatformData(idsOf(held), transaction);
    await forgetInTickets.run({ platform, account }, transaction);
    return held.length;
  });
}

async function inOneTransaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
  const { sequelize } = Connection;
  if (!sequelize) throw new Error('Connection is not bound to a database');
  return inTransaction(sequelize, 'endAccountAccess', work);
}

interface Held {
  readonly id: string;
}

async function withoutAccess(held: readonly Held[], transaction: Transaction): Promise<void> {
  if (held.length > 0) await endAccess.run({ ids: idsOf(held) }, transaction);
}

function idsOf(held: readonly Held[]): string[] {
  return held.map(({ id }) => id);
}
