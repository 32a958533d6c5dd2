import { useMutation, useQueryClient } from '@tanstack/react-query';
import { announceFault } from '../../parts/announce';
import { refreshAssignments, updateAssignment } from '../../resources/assignments/changes';
import { withEntryAt } from './calendar';
import type { Calendar } from './calendar';
import { calendarKey } from './queries';
import type { Entry } from './queries';

interface Move {
  id: string;
  from: string;
  to: string;
}

/** Gives a post another time. It is shown there at once, and goes back if the API refuses. */
export function useReschedule(timezone: string) {
  const queries = useQueryClient();
  const show = (id: string, scheduledAt: string) =>
    queries.setQueriesData<Calendar<Entry>>(
      { queryKey: calendarKey },
      (known) => known && withEntryAt(known, id, scheduledAt, timezone),
    );
  return useMutation({
    // One after the other: the last time that was chosen counts.
    scope: { id: 'reschedule' },
    mutationFn: async ({ id, to }: Move) => updateAssignment(id, { scheduledAt: to }),
    onMutate: async ({ id, to }) => {
      show(id, to);
      await queries.cancelQueries({ queryKey: calendarKey });
    },
    onError: (error, { id, from }) => {
      show(id, from);
      announceFault(error);
    },
    onSettled: async () => {
      if (queries.isMutating() > 1) return;
      await refreshAssignments(queries);
    },
  });
}
