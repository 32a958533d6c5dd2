/** The palette, which is loaded after the page. */
export const texts = {
  placeholder: 'Search pages, organizations, and posts by title or ID',
  switchTo: (organization: string) => `Switch to ${organization}`,
  searching: 'Searching posts…',
  unanswered: 'Posts cannot be searched right now. Check your internet connection, then try again.',
  empty: 'No results',
};
