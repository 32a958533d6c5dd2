import { z } from 'zod';
import type { MailStatus } from '../../domain/mail';
import { roles } from '../../domain/permissions';
import { mailInvitationWorkflow } from '../../domain/workflowContract';
import type { MailRound } from '../../domain/workflowContract';
import { isPending } from './Invitation';
import type { Invitation } from './Invitation';
import { param, sql, word } from '../database/fragment';
import { command, statement } from '../database/statement';
import { traceparent } from '../outbox/traced';

const invitationId = param('invitationId', 'uuid');
/** The mail of an invitation is still to be sent: it was neither sent nor refused, and the invitation can be accepted. */
const isDue = sql`mail_status = 'pending' AND sealed_token IS NOT NULL AND ${isPending}`;
/** The mail of one invitation is still to be sent, by this round. */
const isDueNow = sql`i.id = ${invitationId} AND mail_round = ${param('round', 'integer')} AND ${isDue}`;

const mailToStart = statement(
  'invitations.mailToStart',
  z.strictObject({ workspaceId: z.uuid() }),
  sql`SELECT o.workspace_id AS "workspaceId" FROM invitations i JOIN organizations o ON o.id = i.organization_id
      WHERE ${isDueNow}`,
);

const recipient = statement(
  'invitations.recipient',
  z.strictObject({ email: z.string() }),
  sql`SELECT email FROM invitations i WHERE ${isDueNow}`,
);

const takeMailLease = statement(
  'invitations.leaseMail',
  z.strictObject({
    role: z.enum(roles).exclude(['owner']),
    expiresAt: z.date(),
    createdAt: z.date(),
    sealedToken: z.string().nullable(),
    organizationName: z.string(),
    leaseUntil: z.string(),
  }),
  sql`UPDATE invitations i SET mail_lease_until = clock_timestamp() + make_interval(secs => ${param('leaseSeconds', 'float8')})
      FROM organizations o
      WHERE ${isDueNow} AND o.id = i.organization_id
        AND (mail_lease_until IS NULL OR mail_lease_until <= clock_timestamp())
      RETURNING role, expires_at AS "expiresAt", i.created_at AS "createdAt", sealed_token AS "sealedToken",
                o.name AS "organizationName", mail_lease_until::text AS "leaseUntil"`,
);

const leaseLeft = statement(
  'invitations.leaseLeft',
  z.strictObject({ leftMs: z.number() }),
  sql`SELECT extract(epoch FROM mail_lease_until - clock_timestamp())::float * 1000 AS "leftMs"
      FROM invitations WHERE id = ${invitationId} AND mail_lease_until > clock_timestamp()`,
);

const leaveLease = command(
  'invitations.leaveMailLease',
  sql`UPDATE invitations SET mail_lease_until = NULL
      WHERE id = ${invitationId} AND mail_lease_until = ${param('leaseUntil', 'exactTime')}`,
);

const noteEnd = command(
  'invitations.endMail',
  sql`UPDATE invitations SET mail_status = ${param('status', 'text')}, mail_error = ${param('error', 'text', 'orNull')},
             mail_ended_at = clock_timestamp(), mail_lease_until = NULL, sealed_token = NULL
      WHERE id = ${invitationId} AND mail_status = 'pending'`,
);

const afterId = param('afterId', 'uuid', 'orNull');
const suspects = statement(
  'invitations.suspectMails',
  z.strictObject({ invitationId: z.uuid(), round: z.int() }),
  sql`SELECT i.id AS "invitationId", i.mail_round AS round FROM invitations i
      WHERE ${isDue} AND (${afterId} IS NULL OR i.id > ${afterId})
        AND i.created_at < clock_timestamp() - interval '60 seconds'
        AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.subject_id = i.id AND o.generation = i.mail_round AND o.kind = 'start'
                          AND coalesce(o.dispatched_at > clock_timestamp() - interval '60 seconds', true))
      ORDER BY i.id LIMIT ${param('limit', 'bigint')}`,
);

const nextRound = statement(
  'invitations.nextMailRound',
  z.strictObject({ id: z.int() }),
  sql`WITH invitation AS (
        UPDATE invitations i SET mail_round = mail_round + 1
        WHERE ${isDueNow} RETURNING id, mail_round, organization_id)
      INSERT INTO outbox (kind, workflow, subject_id, generation, workspace_id, traceparent)
      SELECT 'start', ${word(mailInvitationWorkflow)}, i.id, i.mail_round, o.workspace_id, ${traceparent}
      FROM invitation i JOIN organizations o ON o.id = i.organization_id RETURNING id`,
);

const eraseTokens = command(
  'invitations.eraseExpiredTokens',
  sql`UPDATE invitations SET sealed_token = NULL WHERE sealed_token IS NOT NULL AND expires_at <= now()`,
);

/** The facts that operators see in Temporal when a mail's workflow starts; undefined if there is no mail to send. */
export async function mailForStart({ invitationId, round }: MailRound): Promise<{ workspaceId: string } | undefined> {
  return mailToStart.first({ invitationId, round });
}

/** The recipient of a mail that is still to be sent by this round. */
export async function recipientOf({ invitationId, round }: MailRound): Promise<string | undefined> {
  const row = await recipient.first({ invitationId, round });
  return row?.email;
}

/** A mail that no other worker sends until `leaseUntil`, with all its contents. */
export interface LeasedMail extends Pick<Invitation, 'role' | 'expiresAt' | 'createdAt'> {
  sealedToken: string;
  organizationName: string;
  leaseUntil: string;
}

/**
 * Takes the mail for one sending: the last look at the invitation before its token leaves the service.
 * @returns undefined when there is no mail to send any more, or another worker has the lease
 */
export async function leaseMail(
  { invitationId, round }: MailRound,
  leaseSeconds: number,
): Promise<LeasedMail | undefined> {
  const mail = await takeMailLease.first({ invitationId, round, leaseSeconds });
  if (!mail) return undefined;
  const { sealedToken } = mail;
  // Only the column allows null: a mail that is due has a token.
  return sealedToken === null ? undefined : { ...mail, sealedToken };
}

/** Milliseconds until the lease of another worker ends; 0 without such a lease. */
export async function leaseLeftMs(invitationId: string): Promise<number> {
  const row = await leaseLeft.first({ invitationId });
  return row?.leftMs ?? 0;
}

/** Ends the lease after a sending that the mail server did not take: the next try need not wait for it. */
export async function leaveMailLease(invitationId: string, leaseUntil: string): Promise<void> {
  await leaveLease.run({ invitationId, leaseUntil });
}

/**
 * Records the final answer of the mail server, whatever round received it, and erases the token.
 * @returns false when an answer was recorded before
 */
export async function endMail(
  invitationId: string,
  { status, error }: { status: Exclude<MailStatus, 'pending'>; error: string | null },
): Promise<boolean> {
  return (await noteEnd.run({ invitationId, status, error })) > 0;
}

/** Mails that should have a running workflow but have no start ordered, in the order of their invitations' ids. */
export async function suspectMails(afterId: string | null, limit: number): Promise<MailRound[]> {
  return suspects.all({ afterId, limit });
}

/** Hands a mail to its next round. @returns the outbox entry to dispatch; none if there is no mail to send any more */
export async function mailInNextRound({ invitationId, round }: MailRound): Promise<number[]> {
  const written = await nextRound.all({ invitationId, round });
  return written.map(({ id }) => id);
}

/** Erases the tokens of invitations that have expired before their mail was sent. @returns the number of tokens */
export async function eraseExpiredTokens(): Promise<number> {
  return eraseTokens.run({});
}
