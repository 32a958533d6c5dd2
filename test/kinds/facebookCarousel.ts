import { facebookImage } from './facebookImage';
import type { Kind } from './Kind';

const threeUrls = [1, 2, 3].map((nth) => `https://media.example/${nth}.jpg`);

/** A post with several photos. */
export const facebookCarousel: Kind = {
  ...facebookImage,
  type: 'carousel',
  payload: (message) => ({ message, mediaUrls: threeUrls }),
  changed: { ...facebookImage.changed, mediaUrls: threeUrls },
  mediaCount: 3,
  mediaField: 'mediaUrls',
};
