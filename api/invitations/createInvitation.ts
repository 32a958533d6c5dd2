import { emailKey } from '../../domain/email';
import { inTransaction } from '../../models/database';
import { Invitation } from '../../models/Invitation';
import { Membership } from '../../models/Membership';
import { defineUseCase } from '../useCase';
import { isInvited, isMember } from './refusals';
import { CreateInvitationInput } from './schema';

export const createInvitation = defineUseCase({
  name: 'createInvitation',
  action: 'invitation.manage',
  summary: 'Invite somebody to an organization',
  description: 'It can be accepted for seven days. One that has expired does not hinder another one.',
  input: CreateInvitationInput,
  refuses: [isInvited, isMember],
  run: async ({ deps, principal: { tenant } }, { email, role }) =>
    inTransaction(deps.sequelize, async (transaction) => {
      if (await Membership.hasEmail(tenant, emailKey(email), transaction)) throw isMember.error();
      const invitation = await Invitation.add(tenant, { email, role }, deps.secrets, transaction);
      if (!invitation) throw isInvited.error();
      return invitation;
    }),
});
