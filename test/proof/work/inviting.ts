import { randomUUID } from 'node:crypto';
import { WorkflowNotFoundError } from '@temporalio/client';
import { mailWorkflowId } from '../../../domain/workflowContract';
import { rowOf, runUntil } from '../rows';
import type { Stage } from '../stage';

/** A caller with a token in the place of an API key, who owns an organization. */
export interface Owner {
  token: string;
  organizationId: string;
}

/** An owner invites three people: one whose mail is taken, one whose answer is lost, and one whose run is lost. */
export async function invitePeople(stage: Stage): Promise<void> {
  const owner = await registerOwner(stage);
  await Promise.all([invite(stage, owner), inviteUnanswered(stage, owner), inviteAndLose(stage, owner)]);
}

/** An email that was registered by a request without an answer is in use: then another one is. */
export async function registerOwner(stage: Stage): Promise<Owner> {
  for (;;) {
    const person = { email: `${randomUUID()}@example.com`, name: 'Ada', password: 'correct horse' };
    const { status, body } = await stage.ask('POST', '/api/v1/auth/register', person);
    if (status !== 201) continue;
    const { token } = body;
    const organizations = await stage.ask('GET', '/api/v1/auth/organizations', undefined, token);
    return { token, organizationId: organizations.body.items[0].id };
  }
}

/** A repeated request that finds the invitation pending has made it before. */
async function invite(stage: Stage, owner: Owner, email = `${randomUUID()}@example.com`): Promise<string> {
  const path = `/api/v1/auth/organizations/${owner.organizationId}/invitations`;
  const { status } = await stage.ask('POST', path, { email, role: 'member' }, owner.token);
  if (status !== 201 && status !== 409) throw new Error(`invite answered ${status}`);
  return email;
}

/** The mailbox keeps the mail, but its answer is lost; before that, the mailbox refuses the mail. */
async function inviteUnanswered(stage: Stage, owner: Owner): Promise<void> {
  const email = `${randomUUID()}@example.com`;
  await stage.sandbox.control('POST', '/mailbox/faults', { at: 'rcptTo', to: email, do: { code: 451 } });
  await stage.sandbox.control('POST', '/mailbox/faults', { at: 'answer', to: email, do: { cut: true } });
  await invite(stage, owner, email);
}

/** Ends the run of a mail behind the service's back, before the mail is sent: housekeeping is to find it. */
async function inviteAndLose(stage: Stage, owner: Owner): Promise<void> {
  const { database, client, sandbox } = stage;
  const email = `${randomUUID()}@example.com`;
  await sandbox.control('POST', '/mailbox/faults', { at: 'rcptTo', to: email, times: 1000, do: { code: 451 } });
  await invite(stage, owner, email);
  const started = `SELECT i.id FROM invitations i JOIN outbox o ON o.subject_id = i.id
                   WHERE i.email_key = $1 AND o.dispatched_at IS NOT NULL`;
  const { id } = await rowOf<{ id: string }>(`a run for ${email}`, () => database.query(started, [email]));
  const run = client.workflow.getHandle(mailWorkflowId({ invitationId: id, round: 1 }));
  await run.terminate('lost on purpose').catch((error: unknown) => {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  });
  const longAgo = `WITH started AS (UPDATE outbox SET dispatched_at = now() - interval '2 minutes' WHERE subject_id = $1 AND dispatched_at IS NOT NULL)
                   UPDATE invitations SET created_at = now() - interval '2 minutes' WHERE id = $1 AND mail_round = 1 RETURNING id`;
  await runUntil(stage, 'reconcile', async () => {
    await database.query(longAgo, [id]);
    return database.query('SELECT 1 FROM invitations WHERE id = $1 AND mail_round > 1', [id]);
  });
  await sandbox.control('DELETE', '/mailbox/faults');
}
