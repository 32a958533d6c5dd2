import { searchRowsMax } from '../../domain/limits';
import { searchAssignments as search } from '../../models/assignments/reads/assignmentSearch';
import { assignmentSummaries } from '../../models/assignments/reads/assignmentSummaries';
import { invalid } from '../http/errors';
import { withPictures } from '../pictures/pictureAddress';
import { defineUseCase } from '../useCase';
import { AssignmentSearchInput } from './consoleSchema';

export const searchAssignments = defineUseCase({
  name: 'searchAssignments',
  action: 'assignment.read',
  summary: 'The assignments that fit a filter, sorted as asked for',
  description:
    'Filters that are given together must all fit. Where the field of `sort` is null is last. `total` counts to 10 000; ' +
    'if there are more, `isTotalExact` is false, and only the pages of the first 50 000 are answered.',
  input: AssignmentSearchInput,
  refuses: [],
  run: async ({ deps, principal: { tenant } }, filter) => {
    const { page, limit } = filter;
    const { ids, ...total } = await search(tenant, filter);
    if (ids === null)
      throw invalid({ page: [`leads behind row ${searchRowsMax}: give a filter, or the other direction`] });
    return { items: withPictures(deps, await assignmentSummaries(tenant, ids)), ...total, page, limit };
  },
});
