import type { MailStatus } from '../../domain/mail';
import { mailInvitationWorkflow } from '../../domain/workflowContract';
import type { MailRound } from '../../domain/workflowContract';
import { Invitation, isPending } from './Invitation';
import { firstRow, rows } from '../database/sql';

/** The mail of an invitation is still to be sent: it was neither sent nor refused, and the invitation can be accepted. */
const isDue = `mail_status = 'pending' AND sealed_token IS NOT NULL AND ${isPending}`;

/** The facts that operators see in Temporal when a mail's workflow starts; undefined if it has nothing to send. */
export async function mailForStart({ invitationId, round }: MailRound): Promise<{ workspaceId: string } | undefined> {
  return firstRow(
    Invitation,
    `SELECT o.workspace_id AS "workspaceId" FROM invitations i JOIN organizations o ON o.id = i.organization_id
     WHERE i.id = $invitationId AND mail_round = $round AND ${isDue}`,
    { invitationId, round },
  );
}

/** The recipient of a mail that is still to be sent by this round. */
export async function recipientOf({ invitationId, round }: MailRound): Promise<string | undefined> {
  const row = await firstRow<{ email: string }>(
    Invitation,
    `SELECT email FROM invitations i WHERE id = $invitationId AND mail_round = $round AND ${isDue}`,
    { invitationId, round },
  );
  return row?.email;
}

/** A mail that nobody else sends until `leaseUntil`, with all that is in it. */
export interface LeasedMail extends Pick<Invitation, 'role' | 'expiresAt' | 'createdAt'> {
  sealedToken: string;
  organizationName: string;
  leaseUntil: string;
}

/**
 * Takes the mail for one sending. It is the last look at the invitation before its token leaves the service.
 * @returns undefined when there is nothing to send any more, or somebody else has the lease
 */
export async function leaseMail(
  { invitationId, round }: MailRound,
  leaseSeconds: number,
): Promise<LeasedMail | undefined> {
  return firstRow(
    Invitation,
    `UPDATE invitations i SET mail_lease_until = clock_timestamp() + make_interval(secs => $leaseSeconds)
     FROM organizations o
     WHERE i.id = $invitationId AND mail_round = $round AND ${isDue} AND o.id = i.organization_id
       AND (mail_lease_until IS NULL OR mail_lease_until <= clock_timestamp())
     RETURNING role, expires_at AS "expiresAt", i.created_at AS "createdAt", sealed_token AS "sealedToken",
               o.name AS "organizationName", mail_lease_until::text AS "leaseUntil"`,
    { invitationId, round, leaseSeconds },
  );
}

/** Milliseconds until the lease of somebody else ends; 0 where there is none. */
export async function leaseLeftMs(invitationId: string): Promise<number> {
  const row = await firstRow<{ leftMs: number }>(
    Invitation,
    `SELECT extract(epoch FROM mail_lease_until - clock_timestamp())::float * 1000 AS "leftMs"
     FROM invitations WHERE id = $invitationId AND mail_lease_until > clock_timestamp()`,
    { invitationId },
  );
  return row?.leftMs ?? 0;
}

/** The sending is over and the mail was not taken: the next try need not wait for the lease. */
export async function leaveMailLease(invitationId: string, leaseUntil: string): Promise<void> {
  await rows(
    Invitation,
    `UPDATE invitations SET mail_lease_until = NULL
     WHERE id = $invitationId AND mail_lease_until = $leaseUntil::timestamptz`,
    { invitationId, leaseUntil },
  );
}

/**
 * Records what the mail server said for good, whatever round it said it to, and erases the token.
 * @returns false when it was recorded before
 */
export async function endMail(
  invitationId: string,
  { status, error }: { status: Exclude<MailStatus, 'pending'>; error: string | null },
): Promise<boolean> {
  const ended = await rows(
    Invitation,
    `UPDATE invitations SET mail_status = $status, mail_error = $error, mail_ended_at = clock_timestamp(),
            mail_lease_until = NULL, sealed_token = NULL
     WHERE id = $invitationId AND mail_status = 'pending' RETURNING id`,
    { invitationId, status, error },
  );
  return ended.length > 0;
}

/** Mails that should have a running workflow, in the order of their invitations' ids: none is on its way to start. */
export async function suspectMails(afterId: string | null, limit: number): Promise<MailRound[]> {
  return rows(
    Invitation,
    `SELECT i.id AS "invitationId", i.mail_round AS round FROM invitations i
     WHERE ${isDue} AND ($afterId::uuid IS NULL OR i.id > $afterId::uuid)
       AND i.created_at < clock_timestamp() - interval '60 seconds'
       AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.subject_id = i.id AND o.generation = i.mail_round AND o.kind = 'start'
                         AND coalesce(o.dispatched_at > clock_timestamp() - interval '60 seconds', true))
     ORDER BY i.id LIMIT $limit`,
    { afterId, limit },
  );
}

/** Hands a mail to its next round. @returns the outbox entry to dispatch, or none if there is nothing to send any more */
export async function mailInNextRound({ invitationId, round }: MailRound): Promise<number[]> {
  const written = await rows<{ id: number }>(
    Invitation,
    `WITH invitation AS (
       UPDATE invitations i SET mail_round = mail_round + 1
       WHERE id = $invitationId AND mail_round = $round AND ${isDue} RETURNING id, mail_round, organization_id)
     INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id)
     SELECT 'start', '${mailInvitationWorkflow}', i.id, i.mail_round, o.workspace_id
     FROM invitation i JOIN organizations o ON o.id = i.organization_id RETURNING id`,
    { invitationId, round },
  );
  return written.map(({ id }) => id);
}

/** Erases the tokens of invitations that have expired before their mail was sent. @returns how many */
export async function eraseExpiredTokens(): Promise<number> {
  const erased = await rows(
    Invitation,
    'UPDATE invitations SET sealed_token = NULL WHERE sealed_token IS NOT NULL AND expires_at <= now() RETURNING id',
    {},
  );
  return erased.length;
}
