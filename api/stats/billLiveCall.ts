import { v7 as uuidv7 } from 'uuid';
import { featuresIn } from '../../domain/consent/feature';
import { liveStatsCredits } from '../../domain/credits';
import type { CreditOperation } from '../../domain/credits';
import { channelAccess } from '../../channels/channelAccess';
import type { Connection } from '../../models/connections/Connection';
import { CreditAccount } from '../../models/billing/CreditAccount';
import { inTransaction } from '../../models/database/transaction';
import type { Transaction } from '../../models/database/transaction';
import type { Platform } from '../../platforms/Platform';
import type { Call } from '../../platforms/Call';
import { payerOf } from '../auth/Principal';
import { creditsShort, InsufficientCredits } from '../http/errors';
import { askPlatform } from '../platforms/askPlatform';
import { askedPlatform } from '../platforms/offered';
import { askingRefusals, featureMissing, tokenUnusable } from '../platforms/refusals';
import type { TenantContext } from '../useCase';

export interface LiveCall<T> {
  operation: Extract<CreditOperation, `stats.${string}`>;
  connection: Connection;
  /** The question to the platform; may be asked twice, when the first access token is refused. */
  ask: (platform: Platform, call: Call) => Promise<T>;
}

export interface BilledAnswer<T> {
  result: T;
  creditsUsed: number;
  balance: number;
}

/** Refusals of a live call. */
export const liveCallRefusals = [tokenUnusable, featureMissing, creditsShort, ...askingRefusals] as const;

/**
 * Makes a platform call that costs credits. The credits are held before the call, charged after it, and given back when
 * it fails (contract.md §6).
 * @throws ApiError 409 for an unusable token, and where the owner has not allowed the insights that the platform has;
 *   503 for a platform not offered; InsufficientCredits; as `askPlatform`
 */
export async function billLiveCall<T>(context: TenantContext, { operation, connection, ask }: LiveCall<T>) {
  const { deps, principal, signal: gone } = context;
  const { tenant } = principal;
  if (connection.tokenStatus !== 'valid') throw tokenUnusable.error(connection.tokenStatus);
  const platform = askedPlatform(deps, connection.platform);
  const { insights } = featuresIn(platform.permissions, connection.permissions);
  if (insights === 'missing') throw featureMissing.error('insights');
  const { holdId, balance } = await hold(context, operation);
  try {
    const result = await askPlatform(
      async (signal) =>
        channelAccess(deps, { platform, channel: connection, signal }).call(async (call) => ask(platform, call)),
      gone,
    );
    await settle(context, async (transaction) => CreditAccount.post(tenant, holdId, transaction));
    return { result, creditsUsed: liveStatsCredits, balance } satisfies BilledAnswer<T>;
  } catch (error) {
    await settle(context, async (transaction) => CreditAccount.void(tenant, holdId, transaction));
    throw error;
  }
}

async function settle({ deps }: TenantContext, write: (transaction: Transaction) => Promise<unknown>): Promise<void> {
  await inTransaction(deps.sequelize, 'settleLiveCall', write);
}

/** Holds the credits, in a transaction of its own: no transaction is open during a call of a platform. */
async function hold({ deps, principal }: TenantContext, operation: CreditOperation) {
  const holdId = uuidv7();
  const request = { holdId, assignmentId: null, ...payerOf(principal), operation, credits: liveStatsCredits };
  const { kind, balance } = await inTransaction(deps.sequelize, 'holdLiveCall', async (transaction) =>
    CreditAccount.hold(principal.tenant, request, transaction),
  );
  if (kind === 'short') throw new InsufficientCredits(liveStatsCredits, balance);
  return { holdId, balance };
}
