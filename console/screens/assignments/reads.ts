import { queryClient } from '../../http/queryClient';
import { assignmentsQuery } from '../../resources/assignments/list';
import { connectionsQuery } from '../../resources/connections/queries';
import type { Begin } from '../../routing/readScreen';
import { readTimezone } from '../../viewer/queries';
import { readAssignmentSearch } from './search';

export const read: Begin = ({ search }) => [readList(search), queryClient.prefetchQuery(connectionsQuery)];

async function readList(search: Record<string, unknown>): Promise<void> {
  const [timezone, { inMoments }] = await Promise.all([readTimezone(), import('../../words/clock')]);
  await queryClient.prefetchQuery(assignmentsQuery(inMoments(readAssignmentSearch(search), timezone)));
}
