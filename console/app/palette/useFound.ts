import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ApiFault } from '../../http/ApiFault';
import { isId } from '../../parts/ids';
import { assignmentQuery } from '../../resources/assignments/assignment';
import { assignmentsQuery } from '../../resources/assignments/list';
import type { AssignmentRow } from '../../resources/assignments/list';

const settledMs = 250;
const lengthMin = 2;
const foundMax = 6;

interface Found {
  rows: readonly Pick<AssignmentRow, 'id' | 'title' | 'type' | 'status' | 'platform' | 'thumbnailUrl'>[];
  isSearching: boolean;
  /** The service could not search. */
  isUnanswered: boolean;
}

/** The assignments whose title, external id or id was typed. The service searches them, once the typing has paused. */
export function useFound(typed: string): Found {
  const [settled] = useDebouncedValue(typed, settledMs);
  const isWanted = typed.length >= lengthMin;
  const words = isWanted && typed === settled ? settled : null;
  const [listed, one] = [useListed(words), useNamed(words)];
  if (!isWanted) return { rows: [], isSearching: false, isUnanswered: false };
  return {
    rows: [...one.rows, ...listed.rows],
    isSearching: words === null || listed.isSearching || one.isSearching,
    isUnanswered: listed.isUnanswered || one.isUnanswered,
  };
}

/** @param words null: nothing is searched */
function useListed(words: string | null): Found {
  const enabled = words !== null;
  const list = useQuery({ ...assignmentsQuery({ search: words ?? '' }, foundMax), enabled, refetchInterval: false });
  // Results of other words are not shown while these are asked for.
  const isSearching = list.isLoading || list.isPlaceholderData;
  return { rows: enabled && !isSearching ? (list.data?.items ?? []) : [], isSearching, isUnanswered: list.isError };
}

/** The assignment with this id; no rows if the text is no id. */
function useNamed(id: string | null): Found {
  const enabled = id !== null && isId(id);
  const { data, error, isLoading } = useQuery({ ...assignmentQuery(id ?? ''), enabled, refetchInterval: false });
  const isUnknown = error instanceof ApiFault && error.status === 404;
  const title = data?.payload['title'];
  const rows = enabled && data ? [{ ...data, title: typeof title === 'string' ? title : null }] : [];
  return { rows, isSearching: isLoading, isUnanswered: enabled && error !== null && !isUnknown };
}
