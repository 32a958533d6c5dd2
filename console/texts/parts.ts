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
  setFilters: 'Filters in use',
  removeFilter: (filter: string) => `Remove filter ${filter}`,
  chart: 'Chart',
  /** Of the axis of a chart by dates. */
  dates: 'Date (UTC)',
  table: 'Table',
  showAs: (title: string) => `Show ${title} as`,
  pages: 'Pages',
  page: (number: number) => `Page ${number}`,
  pageControls: { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' },
  allShown: (total: number) => `All ${total} shown`,
  rangeShown: (first: number, last: number, total: string) => `${first} to ${last} of ${total}`,
  rangeShownOfMore: (first: number, last: number, total: string) => `${first} to ${last} of more than ${total}`,
};
