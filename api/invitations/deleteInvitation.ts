import { Invitation } from '../../models/organizations/Invitation';
import { defineUseCase } from '../useCase';
import { noSuchInvitation } from './refusals';
import { InvitationInput } from './schema';

export const deleteInvitation = defineUseCase({
  name: 'deleteInvitation',
  action: 'invitation.manage',
  summary: 'Take an invitation back',
  description: 'Its link then leads nowhere. An accepted one cannot be taken back: remove the member.',
  input: InvitationInput,
  refuses: [noSuchInvitation],
  run: async ({ principal: { tenant } }, { invitationId }) => {
    if (!(await Invitation.remove(tenant, invitationId))) throw noSuchInvitation.error();
  },
});
