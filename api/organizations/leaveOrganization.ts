import { z } from 'zod';
import { judgeTarget } from '../../domain/permissions';
import { Membership } from '../../models/organizations/Membership';
import { defineUseCase } from '../useCase';
import { ownerStays } from './refusals';

export const leaveOrganization = defineUseCase({
  name: 'leaveOrganization',
  action: 'organization.leave',
  summary: 'Leave an organization',
  description: 'The owner cannot leave.',
  input: z.object({}),
  refuses: [ownerStays],
  run: async ({ principal: { tenant, userId, role } }) => {
    if (judgeTarget(role, 'organization.leave', role) !== 'permitted') throw ownerStays.error();
    await Membership.leave(tenant, userId);
  },
});
