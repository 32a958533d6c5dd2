import type { AssignmentRow, AssignmentSearch } from '../../resources/assignments/list';
import { texts } from '../../texts/screens/overview';

/** The number of posts of each list that are shown. */
export const shownMax = 5;

interface List {
  title: string;
  /** The searches whose posts are shown together; the first search leads to the whole list. */
  searches: readonly [AssignmentSearch, ...AssignmentSearch[]];
  /** The text if there are no posts. */
  none: string;
}

const byDueTime = { sort: 'scheduledAt' } as const;

/** The lists of posts on the overview. A post is uploaded ahead of its time, so the posts due first are `uploaded`. */
export const lists = {
  failed: { title: texts.failed, searches: [{ status: 'failed' }], none: texts.noFailed },
  due: {
    title: texts.due,
    searches: [
      { status: 'pending', ...byDueTime },
      { status: 'uploading', ...byDueTime },
      { status: 'uploaded', ...byDueTime },
    ],
    none: texts.noDue,
  },
  published: {
    title: texts.published,
    searches: [{ status: 'published', sort: '-publishedAt' }],
    none: texts.noPublished,
  },
} as const satisfies Record<string, List>;

/**
 * The first posts of several searches by their scheduled time; the posts of a single search keep its order. A post that
 * has moved on between two searches is listed once. Pure.
 */
export function firstOf(pages: readonly (readonly AssignmentRow[])[]): AssignmentRow[] {
  const rows = [...new Map(pages.flat().map((row) => [row.id, row])).values()];
  const sorted = pages.length === 1 ? rows : rows.toSorted((one, other) => dueMs(one) - dueMs(other));
  return sorted.slice(0, shownMax);
}

/** Without a time of its own a post waits for its turn: it is last, as in each search. */
function dueMs({ scheduledAt }: AssignmentRow): number {
  return scheduledAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(scheduledAt);
}
