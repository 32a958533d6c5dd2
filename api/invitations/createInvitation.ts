import { emailKey } from '../../domain/email';
import { invitationsPerRecipientMax, invitationsPerWorkspaceMax } from '../../domain/limits';
import { mailInvitationWorkflow } from '../../domain/workflowContract';
import { inTransaction } from '../../models/database/transaction';
import type { Transaction } from '../../models/database/transaction';
import { Invitation } from '../../models/organizations/Invitation';
import { Membership } from '../../models/organizations/Membership';
import { OutboxEntry } from '../../models/outbox/OutboxEntry';
import type { Tenant } from '../../models/database/Tenant';
import { countTry } from '../http/countTry';
import { defineUseCase } from '../useCase';
import { isInvited, isMember } from './refusals';
import { CreateInvitationInput } from './schema';

const minutesOfDay = 24 * 60;

/** The mail with the token is a workflow's: while no mail server takes it, it is tried again until the invitation expires. */
export const createInvitation = defineUseCase({
  name: 'createInvitation',
  action: 'invitation.manage',
  summary: 'Invite somebody to an organization',
  description:
    'It can be accepted for seven days. One that has expired does not hinder another one. A mail takes the link to its ' +
    'recipient: `mail` says how far it is. `refused`: the mail server will never take it for this address, and `error` ' +
    `has its words. More than ${invitationsPerWorkspaceMax} invitations of a workspace in a day, or ` +
    `${invitationsPerRecipientMax} of one address from all workspaces, are answered 429.`,
  input: CreateInvitationInput,
  refuses: [isInvited, isMember],
  run: async ({ deps, principal: { tenant, userId } }, { email, role }) => {
    const { invitation, outboxId } = await inTransaction(deps.sequelize, 'createInvitation', async (transaction) => {
      const added = await Invitation.add(tenant, { email, role, invitedBy: userId }, deps.secrets, transaction);
      if (!added) throw isInvited.error();
      // Asked last: an acceptance that has just ended the pending invitation has made a member.
      if (await Membership.hasEmail(tenant, emailKey(email), transaction)) throw isMember.error();
      await countMail(tenant, email, transaction);
      const run = { workflow: mailInvitationWorkflow, subjectId: added.id, generation: 1 };
      const mail = { kind: 'start', ...run, workspaceId: tenant.workspaceId } as const;
      return { invitation: added, outboxId: await OutboxEntry.add(mail, transaction) };
    });
    deps.dispatch([outboxId]);
    return invitation;
  },
});

/** An invitation that is taken back was a mail all the same, so it stays counted. */
async function countMail({ workspaceId }: Tenant, email: string, transaction: Transaction): Promise<void> {
  const ofWorkspace = { max: invitationsPerWorkspaceMax, minutes: minutesOfDay };
  await countTry(ofWorkspace, ['invitations', workspaceId], transaction);
  const ofRecipient = { max: invitationsPerRecipientMax, minutes: minutesOfDay };
  await countTry(ofRecipient, ['invitations to', emailKey(email)], transaction);
}
