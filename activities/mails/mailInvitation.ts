import { setTimeout as delay } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { invitationLink, invitationText, mailRetryDelayMs } from '../../domain/mail';
import { paced } from '../../domain/pace';
import { withoutUnstorable } from '../../domain/payload/text';
import type { MailRound } from '../../domain/workflowContract';
import { MailFailure } from '../../lib/mail/MailFailure';
import { mailSessionMs } from '../../lib/mail/mailer';
import type { Mail, OutgoingMail } from '../../lib/mail/mailer';
import { redactText } from '../../lib/redactText';
import { invitationContext } from '../../models/organizations/Invitation';
import {
  endMail,
  leaseLeftMs,
  leaseMail,
  leaveMailLease,
  recipientOf,
} from '../../models/organizations/invitationMail';
import type { LeasedMail } from '../../models/organizations/invitationMail';
import type { ActivityDeps } from '../deps';
import { askAgain } from '../askAgain';
import { startHeartbeat } from '../heartbeat';

/** A lease is as long as a session, so that the session has ended when the lease does. */
const leaseMs = (): number => paced(mailSessionMs);
/** A mail that was taken and not recorded would come twice: a database that is down is waited for. */
const recordPauseMs = 200;
/** The most characters of the mail server's words that the owner sees. */
const refusalLengthMax = 300;

export function createMailActivities(deps: ActivityDeps) {
  return {
    /**
     * Hands the mail of an invitation to the mail server, once. Resolves when there is nothing to send any more: the
     * server has taken it or refused it for good, or the invitation was accepted, taken back or has expired. The wait for
     * the next try is an activity retry.
     */
    async sendInvitation(round: MailRound): Promise<void> {
      const recipient = await recipientOf(round);
      if (recipient === undefined) return;
      const leftMs = await leaseLeftMs(round.invitationId);
      if (leftMs > 0) throw askAgain('LEASED', 'another try may still be under way', leftMs);
      const heartbeat = startHeartbeat();
      try {
        await trySending(deps, round, recipient);
      } finally {
        heartbeat.stop();
      }
    },
  };
}

/** The mail is not to be sent any more, or another try sends it: the next try finds out which. */
class NotOurs extends Error {}

async function trySending(deps: ActivityDeps, round: MailRound, recipient: string): Promise<void> {
  const { mailer, logger, metrics } = deps;
  const lease: Lease = { leaseUntil: null, token: '' };
  const { cancellationSignal } = Context.current();
  const sending: OutgoingMail = {
    recipient,
    compose: async () => compose(deps, round, recipient, lease),
    record: async () => record(round, { status: 'sent', error: null }),
  };
  try {
    await mailer.send(sending, cancellationSignal);
    metrics.mails.inc({ outcome: 'sent' });
    logger.info({ ...round }, 'an invitation was mailed');
  } catch (error) {
    if (lease.leaseUntil !== null) await leaveMailLease(round.invitationId, lease.leaseUntil);
    cancellationSignal.throwIfAborted();
    if (error instanceof NotOurs) throw askAgain('NOT_OURS', 'somebody else sends it, or nobody any more', 1);
    await judge(deps, round, lease, error);
  }
}

/** One try's lease and token; the token must not appear in an error text. */
interface Lease {
  leaseUntil: string | null;
  token: string;
}

/** The last look at the invitation. Its token is unsealed when the mail server has said that it waits for the message. */
async function compose(
  { secrets, consoleUrl }: ActivityDeps,
  round: MailRound,
  recipient: string,
  lease: Lease,
): Promise<{ mail: Mail; notAfterMs: number }> {
  const notAfterMs = performance.now() + leaseMs();
  const leased = await leaseMail(round, leaseMs() / 1000);
  if (!leased) throw new NotOurs();
  lease.leaseUntil = leased.leaseUntil;
  lease.token = secrets.decrypt(leased.sealedToken, invitationContext(round.invitationId));
  return { mail: mailOf(leased, round, recipient, invitationLink(consoleUrl, lease.token)), notAfterMs };
}

function mailOf(leased: LeasedMail, { invitationId }: MailRound, email: string, link: string): Mail {
  const { organizationName, role, expiresAt, createdAt } = leased;
  const words = invitationText({ organizationName, email, role, expiresAt, link });
  return { id: `invitation.${invitationId}`, date: createdAt, ...words };
}

/** @returns whether this end is the first one recorded */
async function record({ invitationId }: MailRound, end: Parameters<typeof endMail>[1]): Promise<boolean> {
  const deadline = performance.now() + leaseMs() / 2;
  for (;;) {
    try {
      return await endMail(invitationId, end);
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await delay(recordPauseMs);
    }
  }
}

/** Records a refusal for good. @throws ApplicationFailure or a fault of our own, after which Temporal tries again */
async function judge(
  { logger, metrics }: ActivityDeps,
  round: MailRound,
  { token }: Lease,
  error: unknown,
): Promise<void> {
  if (!(error instanceof MailFailure)) {
    logger.error({ err: error, ...round }, 'a mail was not sent, or not recorded, for a reason of our own');
    throw error;
  }
  const { message: reason, refusal } = error;
  if (refusal === null) {
    metrics.mails.inc({ outcome: 'postponed' });
    logger.warn({ ...round, reason }, 'a mail was not sent and is tried again');
    throw askAgain('NOT_SENT', reason, paced(mailRetryDelayMs(Context.current().info.attempt)));
  }
  const words = withoutUnstorable(redactText(refusal, [token])).slice(0, refusalLengthMax);
  await record(round, { status: 'refused', error: words });
  metrics.mails.inc({ outcome: 'refused' });
  logger.warn({ ...round, reason }, 'the mail server refused the recipient of an invitation for good');
}
