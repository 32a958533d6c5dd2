import { emailKey } from '../../domain/email';
import { inTransaction } from '../../models/database/transaction';
import { Invitation } from '../../models/organizations/Invitation';
import { Membership } from '../../models/organizations/Membership';
import { User } from '../../models/users/User';
import { defineUseCase } from '../useCase';
import { forAnother, hasJoined, isOver, noSuchInvitation } from './refusals';
import { AcceptInvitationInput } from './schema';
import type { InvitationAccepted } from './schema';

/** The tenant comes from the token. The order of the checks: token (404, also a used one), email (403), member already (409), expired (410). */
export const acceptInvitation = defineUseCase({
  name: 'acceptInvitation',
  action: 'identity',
  summary: 'Accept an invitation',
  description: 'The email of the user must be the invited one, whatever its upper and lower case.',
  input: AcceptInvitationInput,
  refuses: [noSuchInvitation, forAnother, hasJoined, isOver],
  run: async ({ deps, principal: { userId } }, { token }): Promise<InvitationAccepted> => {
    const { email } = await User.ofId(userId);
    return inTransaction(deps.sequelize, 'acceptInvitation', async (transaction) => {
      const invitation = await Invitation.lockOfToken(token, transaction);
      if (!invitation) throw noSuchInvitation.error();
      const { id, organizationId, role, isExpired } = invitation;
      if (invitation.emailKey !== emailKey(email)) throw forAnother.error();
      if (await Membership.isMember(invitation, userId, transaction)) throw hasJoined.error();
      if (isExpired) throw isOver.error();
      if (!(await Membership.add(invitation, { userId, role }, transaction))) throw hasJoined.error();
      await Invitation.markAccepted(id, transaction);
      return { organizationId, role };
    });
  },
  /** Any string is a token, one with a NUL character too (contract.md §13). */
  runMalformed: async () => {
    throw noSuchInvitation.error();
  },
});
