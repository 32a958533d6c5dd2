import { z } from 'zod';
import { assignmentDetail } from '../../models/assignmentDetail';
import { AssignmentId } from '../http/ids';
import { defineUseCase } from '../useCase';
import { noSuchAssignment } from './refusals';

export const getAssignment = defineUseCase({
  name: 'getAssignment',
  action: 'assignment.read',
  summary: 'One assignment, with its progress, its timeline and why it failed',
  description: 'Says where the assignment is, and what became of it. A webhook says so without asking.',
  input: z.object({ assignmentId: AssignmentId }),
  refuses: [noSuchAssignment],
  run: async ({ principal: { tenant } }, { assignmentId }) => {
    const detail = await assignmentDetail(tenant, assignmentId);
    if (!detail) throw noSuchAssignment.error();
    return detail;
  },
});
