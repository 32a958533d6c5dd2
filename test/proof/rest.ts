import { OutOfPatience, until } from '../support/until';
import { releaseForgottenHolds } from './work/house';
import { patienceMs } from './patience';
import type { Stage } from './stage';

/** Waits for the end of all work, then releases the holds of dead processes. @returns whether the work ended in time */
export async function comesToRest(stage: Stage, limitMs = patienceMs): Promise<boolean> {
  const rests = await hasNothingLeft(stage, limitMs);
  if (rests) await releaseForgottenHolds(stage);
  return rests;
}

const running = `ExecutionStatus = 'Running' AND WorkflowType IN ('publishAssignment', 'deliverWebhook', 'retireConnection', 'mailInvitation')`;
const lastEvents = 5;

/** The runs of a service that has not come to rest, each with its pending work and its last events. */
export async function unrestOf({ client }: Pick<Stage, 'client'>): Promise<string[]> {
  const runs: string[] = [];
  for await (const { workflowId } of client.workflow.list({ query: running })) {
    const run = client.workflow.getHandle(workflowId);
    const [{ raw }, { events }] = await Promise.all([run.describe(), run.fetchHistory()]);
    const { pendingActivities, pendingWorkflowTask } = raw;
    const seen = { pendingActivities, pendingWorkflowTask, events: events?.slice(-lastEvents) };
    runs.push(`${workflowId} runs: ${JSON.stringify(seen)}`);
  }
  return ['the service has not come to rest', ...runs];
}

/** Waits until no assignment, webhook, removal, mail or promise is open. @returns whether that came within the limit */
async function hasNothingLeft(
  { database, client }: Pick<Stage, 'database' | 'client'>,
  limitMs: number,
): Promise<boolean> {
  const busy = `SELECT EXISTS (SELECT 1 FROM assignments WHERE status NOT IN ('published', 'failed', 'cancelled') OR cleanup = 'due' OR owes_extras OR removal->>'state' = 'due')
                    OR EXISTS (SELECT 1 FROM webhook_deliveries WHERE status = 'pending')
                    OR EXISTS (SELECT 1 FROM connections WHERE removed_at IS NOT NULL AND token_status <> 'missing')
                    OR EXISTS (SELECT 1 FROM invitations WHERE mail_status = 'pending')
                    OR EXISTS (SELECT 1 FROM outbox WHERE dispatched_at IS NULL) AS "isBusy"`;
  const isIdle = async (): Promise<boolean> => {
    const [row] = await database.query<{ isBusy: boolean }>(busy);
    return !row?.isBusy && (await client.workflow.count(running)).count === 0;
  };
  try {
    return await until(isIdle, { limitMs, isResult: true, stepMsMax: 300 });
  } catch (error) {
    if (error instanceof OutOfPatience) return false;
    throw error;
  }
}
