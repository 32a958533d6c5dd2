import { queryClient } from '../../http/queryClient';
import { connectionsQuery } from '../../resources/connections/queries';
import type { Begin } from '../../routing/readScreen';
import { readTimezone } from '../../viewer/queries';
import { calendarQuery } from './queries';
import { readCalendarSearch } from './search';

export const read: Begin = ({ search }) => [readEntries(search), queryClient.prefetchQuery(connectionsQuery)];

async function readEntries(search: Record<string, unknown>): Promise<void> {
  const [timezone, { daysShown }, { todayOf }] = await Promise.all([
    readTimezone(),
    import('./days'),
    import('../../words/clock'),
  ]);
  const asked = readCalendarSearch(search);
  const days = daysShown(asked, todayOf(Date.now(), timezone));
  await queryClient.prefetchQuery(calendarQuery(days, timezone, asked.view ?? 'month'));
}
