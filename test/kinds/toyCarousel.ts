import { photoBytes } from '../support/media/media';
import type { Kind } from './Kind';
import { toyText } from './toyText';

const threeUrls = [1, 2, 3].map((nth) => `https://media.example/${nth}.jpg`);

/** A post with three photos. */
export const toyCarousel: Kind = {
  ...toyText,
  type: 'carousel',
  payload: (message) => ({ message, mediaUrls: threeUrls }),
  changed: { ...toyText.changed, mediaUrls: threeUrls },
  mediaCount: 3,
  mediaField: 'mediaUrls',
  media: photoBytes,
  mediaType: 'image/jpeg',
  calls: { ...toyText.calls, upload: [{ method: 'POST', path: '/toy/photos' }] },
};
