import { counted, credits } from '../amounts';

export const texts = {
  title: 'Assignments',
  description: 'Every post to a channel, and its status',
  compose: 'Compose',
  noMatchTitle: 'No posts match these filters',
  noMatchDescription: 'Change or clear the filters to see more posts.',
  clearFilters: 'Clear filters',
  emptyTitle: 'No posts yet',
  emptyDescription: 'Compose a post to publish now or later, and follow it here.',
  emptyAction: 'Compose your first post',

  filters: (set: number) => (set === 0 ? 'Filters' : `Filters (${set})`),
  filtersTitle: 'Filters',
  filter: (name: string, value: string) => `${name}: ${value}`,
  showPosts: 'Show posts',
  searchHint: 'Title or external ID',
  any: 'Any',
  createdFrom: 'Created from',
  createdBefore: 'Created before',
  sortBy: 'Sort by',
  sorts: {
    '-createdAt': 'Newest first',
    createdAt: 'Oldest first',
    '-scheduledAt': 'Scheduled: latest first',
    scheduledAt: 'Scheduled: earliest first',
    '-publishedAt': 'Published: latest first',
    publishedAt: 'Published: earliest first',
  },

  tableCaption: 'Posts',
  postColumn: 'Post',
  dateColumn: 'Time',
  nextColumn: 'Next action',
  selectAll: 'Select all posts on this page',
  select: (title: string) => `Select ${title}`,
  uploadProgress: 'Upload progress',
  published: 'Published',
  scheduled: 'Scheduled',
  wasScheduled: 'Was scheduled for',
  created: 'Created',

  bulk: {
    title: 'Selection',
    selected: (posts: number) => `${counted(posts, 'post')} selected`,
    retryFor: (cost: number) => `Retry for ${credits(cost)}`,
    cancel: 'Cancel posts',
    cancelWarning: (posts: number) =>
      `${counted(posts, 'post')} will not be published. Anything already on the platforms is removed, and the credits are returned, except those from a past billing cycle. Posts that have already ended cannot be cancelled and stay as they are.`,
    clear: 'Clear selection',
    closeReport: 'Close report',
    acts: {
      retry: { title: (posts: number) => `${counted(posts, 'post')} retried`, done: 'is being retried' },
      cancel: { title: (posts: number) => `${counted(posts, 'post')} cancelled`, done: 'was cancelled' },
    },
    /** After the title of the act. */
    refused: (posts: number) => `${posts}\u00A0refused`,
  },
};
