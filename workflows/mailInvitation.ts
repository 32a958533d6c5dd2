import { proxyActivities } from '@temporalio/workflow';
import type { MailActivities } from '../activities/index';
import { paced } from '../domain/pace';
import { mailQueue } from '../domain/workflowContract';
import type { MailRound } from '../domain/workflowContract';
import { traced } from './traced';

/** A session with the mail server ends after 60 s by itself; the next wait is the activity's own (`nextRetryDelay`). */
const { sendInvitation } = proxyActivities<MailActivities>({
  taskQueue: mailQueue,
  startToCloseTimeout: paced(120_000),
  heartbeatTimeout: paced(15_000),
  retry: { initialInterval: '1s', backoffCoefficient: 2, maximumInterval: '5m' },
  cancellationType: 'WAIT_CANCELLATION_COMPLETED',
  summary: 'hand the mail to the mail server',
});

/** Mails one invitation: one round of tries, which ends with the invitation at the latest. The row has its outcome. */
export async function mailInvitation(round: MailRound): Promise<void> {
  await sendInvitation(traced(round));
}
