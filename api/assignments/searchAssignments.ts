import { searchAssignments as search } from '../../models/assignmentSearch';
import { assignmentSummaries } from '../../models/assignmentSummaries';
import { defineUseCase } from '../useCase';
import { AssignmentSearchInput } from './consoleSchema';

export const searchAssignments = defineUseCase({
  name: 'searchAssignments',
  action: 'assignment.read',
  summary: 'The assignments that fit a filter, sorted as asked for',
  description:
    'Filters that are given together must all fit. Where the field of `sort` is null is last. `total` counts to 10 000; ' +
    'if there are more, `isTotalExact` is false.',
  input: AssignmentSearchInput,
  refuses: [],
  run: async ({ principal: { tenant } }, filter) => {
    const { page, limit } = filter;
    const { ids, ...total } = await search(tenant, filter);
    return { items: await assignmentSummaries(tenant, ids), ...total, page, limit };
  },
});
