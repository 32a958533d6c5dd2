import { pageOfAssignments } from '../../models/assignments/reads/assignmentPage';
import { defineUseCase } from '../useCase';
import { AssignmentListInput } from './schema';

export const listAssignments = defineUseCase({
  name: 'listAssignments',
  action: 'assignment.read',
  summary: 'The assignments that fit a filter, newest first',
  description: 'Filters that are given together must all fit. The order is stable.',
  input: AssignmentListInput,
  refuses: [],
  run: async ({ principal: { tenant } }, filter) => {
    const { page, limit } = filter;
    return { ...(await pageOfAssignments(tenant, filter)), page, limit };
  },
});
