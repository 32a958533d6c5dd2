import { randomUUID } from 'node:crypto';
import type { WorkflowHandle } from '@temporalio/client';
import { z } from 'zod';
import { mailWorkflowId } from '../../domain/workflowContract';
import { callAsOwner, control, startedRun } from './stage';
import type { Stage, Story } from './stage';

const Organizations = z.object({ items: z.array(z.object({ id: z.string() })) });
const Invitation = z.object({ id: z.string() });

/** The lives of an invitation's mail, by the answers of the mail server. */
export function mailStories(stage: Stage): Record<string, Story> {
  return {
    mailed: async () => invite(stage),
    mailedLater: async () => invite(stage, { at: 'data', do: { code: 451 } }),
    mailRefused: async () => invite(stage, { at: 'rcptTo', do: { code: 550 } }),
  };
}

async function invite(stage: Stage, fault?: object): Promise<WorkflowHandle> {
  const email = `${randomUUID()}@example.com`;
  stage.secrets.add(email);
  if (fault) await control(stage, '/mailbox/faults', { to: email, ...fault });
  const [organization] = Organizations.parse(await callAsOwner(stage, 'GET', '/auth/organizations')).items;
  const path = `/auth/organizations/${organization?.id ?? ''}/invitations`;
  const { id } = Invitation.parse(await callAsOwner(stage, 'POST', path, { email, role: 'member' }));
  return startedRun(stage, mailWorkflowId({ invitationId: id, round: 1 }));
}
