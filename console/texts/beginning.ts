/** The texts of the page before any of its other code has come. */
export const texts = {
  notLoaded: 'The page could not be loaded. Check your internet connection, then try again.',
  tryAgain: 'Try again',
};
