import { pageOfAssignments } from '../../models/assignments/reads/assignmentPage';
import { withPicture } from '../pictures/pictureAddress';
import { defineUseCase } from '../useCase';
import { AssignmentListInput } from './schema';

export const listAssignments = defineUseCase({
  name: 'listAssignments',
  action: 'assignment.read',
  summary: 'The assignments that fit a filter, newest first',
  description: 'Filters that are given together must all fit. The order is stable.',
  input: AssignmentListInput,
  refuses: [],
  run: async ({ deps, principal: { tenant } }, filter) => {
    const { page, limit } = filter;
    const { items, total } = await pageOfAssignments(tenant, filter);
    return { items: items.map((item) => withPicture(deps, item)), total, page, limit };
  },
});
