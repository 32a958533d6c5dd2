import { emailKey } from '../../domain/email';
import { mailInvitationWorkflow } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { inTransaction } from '../../models/database';
import { Invitation } from '../../models/Invitation';
import { Membership } from '../../models/Membership';
import { OutboxEntry } from '../../models/OutboxEntry';
import { defineUseCase } from '../useCase';
import { isInvited, isMember } from './refusals';
import { CreateInvitationInput } from './schema';

/** The mail with the token is a workflow's: while no mail server takes it, it is tried again until the invitation expires. */
export const createInvitation = defineUseCase({
  name: 'createInvitation',
  action: 'invitation.manage',
  summary: 'Invite somebody to an organization',
  description:
    'It can be accepted for seven days. One that has expired does not hinder another one. A mail takes the link to its ' +
    'recipient: `mail` says how far it is. `refused`: the mail server will never take it for this address, and `error` ' +
    'has its words.',
  input: CreateInvitationInput,
  refuses: [isInvited, isMember],
  run: async ({ deps, principal: { tenant } }, { email, role }) => {
    const { invitation, outboxId } = await inTransaction(deps.sequelize, async (transaction) => {
      if (await Membership.hasEmail(tenant, emailKey(email), transaction)) throw isMember.error();
      const added = await Invitation.add(tenant, { email, role }, deps.secrets, transaction);
      if (!added) throw isInvited.error();
      const run = { workflow: mailInvitationWorkflow, subjectId: added.id, generation: 1 };
      const mail = { kind: 'start', ...run, workspaceId: tenant.workspaceId } as const;
      const written = { invitation: added, outboxId: await OutboxEntry.add(mail, transaction) };
      failpoint('invitation.written');
      return written;
    });
    failpoint('invitation.committed');
    deps.dispatch([outboxId]);
    return invitation;
  },
});
