import { Context } from '@temporalio/activity';
import type { ApplicationFailure } from '@temporalio/common';
import { PublishFailure } from '../domain/failures/PublishFailure';
import type { ConnectionRemoval } from '../domain/workflowContract';
import { noteMoves } from '../lib/noteMoved';
import { withTimeLimit } from '../lib/timeLimit';
import { Connection, tokenContext } from '../models/connections/Connection';
import { inTransaction } from '../models/database/transaction';
import { eraseShared, eraseTokens, failOpenAssignments, findRemoved } from '../models/removals/removedConnections';
import type { RemovedConnection } from '../models/removals/removedConnections';
import { platformFor } from '../platforms/index';
import type { ActivityDeps } from './deps';
import { askAgain } from './askAgain';

const batchSize = 50;
/** Ends before the activity would be missed for want of a heartbeat. */
const revocationMs = 10_000;
/** The longest wait between two checks whether the tokens are still needed: 1 s at first, doubling. */
const pollMsMax = 60_000;

/** The end of a removed connection (contract.md §4). */
export function createRetirementActivities(deps: ActivityDeps) {
  return {
    /**
     * Fails the assignments that the removal itself has left open, waits until none needs the tokens and no owner is
     * about to connect a channel of the platform, at most 25 hours, revokes them at the platform if no other connection
     * may be of the account, and erases them. Tokens that were renewed meanwhile are read again. Ends quietly if the
     * connection is back.
     */
    async retire({ connectionId, removal }: ConnectionRemoval): Promise<void> {
      await failTheRest(deps, { connectionId, removal });
      const removed = await findRemoved(connectionId, removal);
      if (!removed) return;
      if (removed.isNeeded && !removed.isOverdue) throw stillNeeded();
      const tokens = { connectionId, removal, tokenVersion: removed.tokenVersion };
      const outcome = await eraseShared(tokens);
      if (outcome === 'changed') throw otherTokens();
      if (outcome === 'connecting' && !removed.isOverdue) throw loginUnderWay();
      if (outcome === 'alone') await revoke(deps, connectionId, removed);
      if (outcome !== 'erased' && !(await eraseTokens(tokens))) throw otherTokens();
      const isShared = outcome === 'erased';
      deps.logger.info({ connectionId, removal, isShared }, 'the tokens of a removed connection are erased');
    },
  };
}

async function failTheRest(deps: ActivityDeps, removal: Parameters<typeof failOpenAssignments>[0]): Promise<void> {
  const { sequelize } = Connection;
  if (!sequelize) throw new Error('Connection is not bound to a database');
  for (;;) {
    const { failed, outboxIds } = await inTransaction(sequelize, 'failOpenAssignments', async (transaction) =>
      failOpenAssignments(removal, batchSize, transaction),
    );
    for (const { assignment, change } of failed) noteMoves(deps, assignment, change);
    deps.dispatch(outboxIds);
    Context.current().heartbeat(failed.length);
    if (failed.length < batchSize) return;
  }
}

function stillNeeded(): ApplicationFailure {
  return later(
    'ASSIGNMENTS_UNDER_WAY',
    'an assignment past its point of no return, a clean-up or a call under way still needs the tokens',
  );
}

function otherTokens(): ApplicationFailure {
  return later('TOKENS_CHANGED', 'the connection is back, or its tokens were renewed since they were read');
}

function loginUnderWay(): ApplicationFailure {
  return later('LOGIN_UNDER_WAY', 'to revoke the tokens would end those of a channel that is being connected');
}

function later(type: string, reason: string): ApplicationFailure {
  return askAgain(type, reason, Math.min(1000 * 2 ** (Context.current().info.attempt - 1), pollMsMax));
}

/** A platform that cannot be reached is asked again until the tokens may be kept no longer. */
async function revoke(
  { platforms, secrets, logger }: ActivityDeps,
  connectionId: string,
  { platform, accessToken, refreshToken, isOverdue }: RemovedConnection,
): Promise<void> {
  const column = refreshToken === null ? 'access_token' : 'refresh_token';
  const sealed = refreshToken ?? accessToken;
  if (sealed === null) return;
  const token = secrets.decrypt(sealed, tokenContext(connectionId, column));
  try {
    const { oauth } = platformFor(platforms, platform);
    const { cancellationSignal } = Context.current();
    await withTimeLimit(cancellationSignal, revocationMs, async (signal) => oauth.revoke(token, signal));
  } catch (error) {
    const isFinal = error instanceof PublishFailure && !error.transient;
    if (!isFinal && !isOverdue) throw error;
    logger.warn({ err: error, connectionId, platform }, 'the tokens of a removed connection were not revoked');
  }
}
