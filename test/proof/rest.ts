import { setTimeout as delay } from 'node:timers/promises';
import { releaseForgottenHolds } from './house';
import { patienceMs } from './patience';
import type { Stage } from './stage';

/** Waits until the service has nothing left to do, and gives back what died with a process. @returns whether it came to that within the limit */
export async function comesToRest(stage: Stage, limitMs = patienceMs): Promise<boolean> {
  const rests = await hasNothingLeft(stage, limitMs);
  if (rests) await releaseForgottenHolds(stage);
  return rests;
}

/** Waits until no job, webhook, removal, mail or promise is open. @returns whether it came to that within the limit */
async function hasNothingLeft(
  { database, client }: Pick<Stage, 'database' | 'client'>,
  limitMs: number,
): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  const busy = `SELECT EXISTS (SELECT 1 FROM assignments WHERE status NOT IN ('published', 'failed', 'cancelled') OR cleanup = 'due')
                    OR EXISTS (SELECT 1 FROM webhook_deliveries WHERE status = 'pending')
                    OR EXISTS (SELECT 1 FROM connections WHERE removed_at IS NOT NULL AND token_status <> 'missing')
                    OR EXISTS (SELECT 1 FROM invitations WHERE mail_status = 'pending')
                    OR EXISTS (SELECT 1 FROM outbox WHERE dispatched_at IS NULL) AS "isBusy"`;
  const running = `ExecutionStatus = 'Running' AND WorkflowType IN ('publishAssignment', 'deliverWebhook', 'retireConnection', 'mailInvitation')`;
  while (performance.now() < deadline) {
    const [row] = await database.query<{ isBusy: boolean }>(busy);
    if (!row?.isBusy && (await client.workflow.count(running)).count === 0) return true;
    await delay(300);
  }
  return false;
}
