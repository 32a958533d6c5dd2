import { z } from 'zod';
import { assignmentDetail } from '../../models/assignments/reads/assignmentDetail';
import { AssignmentId } from '../http/ids';
import { addressOf } from '../pictures/pictureAddress';
import { defineUseCase } from '../useCase';
import { noSuchAssignment } from './refusals';

export const getAssignment = defineUseCase({
  name: 'getAssignment',
  action: 'assignment.read',
  summary: 'One assignment, with its progress, its timeline and why it failed',
  description: 'Its status now, and its post or its errors. Webhooks tell of each change without a request.',
  input: z.object({ assignmentId: AssignmentId }),
  refuses: [noSuchAssignment],
  run: async ({ deps, principal: { tenant } }, { assignmentId }) => {
    const detail = await assignmentDetail(tenant, assignmentId);
    if (!detail) throw noSuchAssignment.error();
    return { ...detail, thumbnailUrl: addressOf(deps, detail.assignment) };
  },
});
