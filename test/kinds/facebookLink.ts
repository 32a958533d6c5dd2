import { facebookText } from './facebookText';
import type { Kind } from './Kind';

const link = 'https://example.com/article';

/** A post that shows a page elsewhere. */
export const facebookLink: Kind = {
  ...facebookText,
  type: 'link',
  payload: (message) => ({ message, link }),
  // Another link would make another draft.
  changed: { message: 'Another message', link },
};
