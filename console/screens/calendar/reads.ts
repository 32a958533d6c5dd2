import { queryClient } from '../../http/queryClient';
import type { Begin } from '../../routing/readScreen';
import { readTimezone } from '../../viewer/queries';
import { dayOf, daysShown, spanOf } from './days';
import { calendarQuery } from './queries';
import { readCalendarSearch } from './search';

export const read: Begin = ({ search }) => [readEntries(search)];

async function readEntries(search: Record<string, unknown>): Promise<void> {
  const timezone = await readTimezone();
  const days = daysShown(readCalendarSearch(search), dayOf(new Date().toISOString(), timezone));
  await queryClient.prefetchQuery(calendarQuery(spanOf(days, timezone)));
}
