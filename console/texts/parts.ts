/** Parts that all screens have: fields, lists, dialogs and messages. */
export const texts = {
  keep: 'Go back',
  copied: 'Copied',
  copy: (name: string) => `Copy ${name}`,
  self: 'You',
  uploadedShare: (percent: number) => `${percent}% uploaded`,
  dismiss: 'Dismiss',
  search: 'Search',
  clearSearch: 'Clear search',
  pages: 'Pages',
  page: (number: number) => `Page ${number}`,
  pageControls: { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' },
  allShown: (total: number) => `All ${total} shown`,
  rangeShown: (first: number, last: number, total: string) => `${first} to ${last} of ${total}`,
  rangeShownOfMore: (first: number, last: number, total: string) => `${first} to ${last} of more than ${total}`,
};
