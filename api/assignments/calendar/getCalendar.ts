import { calendarItemsMax } from '../../../domain/limits';
import { assignmentCalendar } from '../../../models/assignments/reads/assignmentCalendar';
import { assignmentSummaries } from '../../../models/assignments/reads/assignmentSummaries';
import { withPictures } from '../../pictures/pictureAddress';
import { defineUseCase } from '../../useCase';
import { CalendarInput } from './calendarSchema';

export const getCalendar = defineUseCase({
  name: 'getCalendar',
  action: 'assignment.read',
  summary: 'The assignments of each day, or of other spans of time',
  description:
    'Of each span between two `edges`: how many assignments are scheduled in it, and the first of them by `scheduledAt`. ' +
    'Days begin where the caller says: give the midnights of your zone.',
  input: CalendarInput,
  refuses: [],
  run: async ({ deps, principal: { tenant } }, { edges, perSpan }) => {
    const most = Math.floor(calendarItemsMax / (edges.length - 1));
    const spans = await assignmentCalendar(tenant, edges, Math.min(perSpan, most));
    const found = await assignmentSummaries(
      tenant,
      spans.flatMap(({ ids }) => ids),
    );
    const byId = new Map(withPictures(deps, found).map((summary) => [summary.id, summary]));
    return spans.map(({ ids, ...span }) => ({ ...span, items: ids.flatMap((id) => byId.get(id) ?? []) }));
  },
});
