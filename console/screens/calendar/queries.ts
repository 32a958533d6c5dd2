import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pageSizeMax } from '../../../domain/limits';
import { api, keyOf } from '../../http/client';
import type { AssignmentRow } from '../../resources/assignments/list';

/** A post with a time. */
export type Entry = AssignmentRow & { scheduledAt: string };

export interface Span {
  from: string;
  /** Before this. */
  to: string;
}

export interface Entries {
  /** By their times. */
  items: readonly Entry[];
  /** False: there are more posts than can be shown. */
  isWhole: boolean;
}

const restingMs = 60_000;
const pagesMax = 20;
/** A browser has so many connections to a server of HTTP/1.1. */
const pagesAtOnce = 6;

/** The beginning of the keys of all spans. A new read of the searches for assignments includes all spans. */
export const calendarKey = [...keyOf('searchAssignments'), 'calendar'] as const;

/** All posts that are scheduled within a span, up to a thousand. */
export const calendarQuery = ({ from, to }: Span) =>
  queryOptions({
    queryKey: [...calendarKey, from, to],
    queryFn: async ({ signal }) => readSpan({ from, to }, signal),
    placeholderData: keepPreviousData,
    refetchInterval: restingMs,
  });

async function readSpan({ from, to }: Span, signal: AbortSignal): Promise<Entries> {
  const read = async (page: number) =>
    api.searchAssignments(
      { scheduledFrom: from, scheduledTo: to, sort: 'scheduledAt', limit: pageSizeMax, page },
      { signal },
    );
  const first = await read(1);
  const pages = Math.min(pagesMax, Math.ceil(first.total / pageSizeMax));
  // A post that moves between two pages meanwhile is found twice.
  const found = new Map(first.items.map((row) => [row.id, row]));
  const left = Array.from({ length: Math.max(0, pages - 1) }, (_none, index) => index + 2);
  const readOn = async (): Promise<void> => {
    for (let page = left.shift(); page !== undefined; page = left.shift())
      for (const row of (await read(page)).items) found.set(row.id, row);
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, readOn));
  return { items: inOrder([...found.values()].filter(isEntry)), isWhole: first.total <= pagesMax * pageSizeMax };
}

function isEntry(row: AssignmentRow): row is Entry {
  return row.scheduledAt !== null;
}

/** Sorts posts by their times. */
export function inOrder(items: readonly Entry[]): Entry[] {
  return items.toSorted((one, other) => Date.parse(one.scheduledAt) - Date.parse(other.scheduledAt));
}
