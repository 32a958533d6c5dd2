import { z } from 'zod';
import type { AssignmentRun } from '../../domain/workflowContract';
import { param, sql } from '../database/fragment';
import { command, statement } from '../database/statement';
import { inTransaction } from '../database/transaction';
import type { Transaction } from '../database/transaction';
import { Assignment } from '../assignments/Assignment';
import { changesLivePost } from '../assignments/openAttempts';
import { removeChangesOver } from '../assignments/PublishAttempt';

const assignmentId = param('assignmentId', 'uuid');
const settleSeconds = param('settleSeconds', 'float8');

/** Locks the assignment first, as an update of its post and the tries of its extras do. */
const lockDue = command(
  'removalAttempts.lockDue',
  sql`SELECT FROM assignments WHERE id = ${assignmentId} AND generation = ${param('generation', 'integer')}
        AND removal->>'state' = 'due' FOR UPDATE`,
);

/** The last end of the calls that may still change the public post. */
const readUnderWay = statement(
  'removalAttempts.readUnderWay',
  z.strictObject({ waitMs: z.number().nullable() }),
  sql`SELECT (extract(epoch FROM max(until) - clock_timestamp()) * 1000)::float AS "waitMs" FROM (
        SELECT p.lease_until + make_interval(secs => ${settleSeconds}) AS until FROM publish_attempts p
        WHERE p.assignment_id = ${assignmentId} AND ${changesLivePost} AND p.outcome IS NULL
        UNION ALL
        SELECT x.lease_until + make_interval(secs => ${settleSeconds}) FROM post_extras x
        WHERE x.assignment_id = ${assignmentId} AND x.ended_at IS NULL AND x.lease_until > '-infinity') calls`,
);

const add = statement(
  'removalAttempts.begin',
  z.strictObject({ id: z.int() }),
  sql`INSERT INTO publish_attempts (assignment_id, generation, step, payload, lease_until)
      SELECT id, generation, 'remove', payload, clock_timestamp() + make_interval(secs => ${param('leaseSeconds', 'float8')})
      FROM assignments WHERE id = ${assignmentId} RETURNING id`,
);

const end = command(
  'removalAttempts.end',
  sql`UPDATE publish_attempts SET outcome = ${param('outcome', 'text')}, ended_at = clock_timestamp()
      WHERE id = ${param('attemptId', 'bigint')} AND step = 'remove' AND outcome IS NULL`,
);

/**
 * Takes the lease for a call that takes the public post of an assignment down. An update and an extra that may be under way end first.
 * @returns the attempt; how long to wait for another call; null where the run has nothing to take down any more
 */
export async function beginRemoval(run: AssignmentRun, lease: Lease): Promise<BegunRemoval> {
  const { sequelize } = Assignment;
  if (!sequelize) throw new Error('Assignment is not bound to a database');
  return inTransaction(sequelize, 'beginRemoval', async (transaction) => begin(run, lease, transaction));
}

type BegunRemoval = { attemptId: number } | { waitMs: number } | null;

interface Lease {
  leaseSeconds: number;
  /** How long after its lease a call may still take effect. */
  settleSeconds: number;
}

async function begin(
  { assignmentId: id, generation }: AssignmentRun,
  { settleSeconds: settle, leaseSeconds }: Lease,
  transaction: Transaction,
): Promise<BegunRemoval> {
  const given = { assignmentId: id };
  if ((await lockDue.run({ ...given, generation }, transaction)) === 0) return null;
  const underWay = await readUnderWay.first({ ...given, settleSeconds: settle }, transaction);
  if (underWay?.waitMs != null && underWay.waitMs > 0) return { waitMs: Math.ceil(underWay.waitMs) };
  await removeChangesOver.run({ ...given, settleSeconds: settle }, transaction);
  const row = await add.first({ ...given, leaseSeconds }, transaction);
  if (!row) throw new Error('a locked assignment has no row');
  return { attemptId: row.id };
}

/** Ends the attempt. One whose outcome is unknown is left: the next call waits until its lease is over. */
export async function endRemoval(attemptId: number, outcome: 'happened' | 'notHappened'): Promise<void> {
  await end.run({ attemptId, outcome });
}
