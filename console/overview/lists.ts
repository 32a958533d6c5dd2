import type { AssignmentSearch } from '../assignments/search';

/** How many posts of each list are shown. */
export const shownMax = 5;

/** The lists of posts on the overview. */
export const lists = {
  failed: { title: 'Failed', search: { status: 'failed' }, none: 'Nothing has failed.' },
  due: {
    title: 'Due next',
    search: { status: 'pending', sort: 'scheduledAt' },
    none: 'Nothing waits for its time.',
  },
  published: {
    title: 'Published last',
    search: { status: 'published', sort: '-publishedAt' },
    none: 'Nothing is published yet.',
  },
} as const satisfies Record<string, { title: string; search: AssignmentSearch; none: string }>;
