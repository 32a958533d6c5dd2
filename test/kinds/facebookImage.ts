import { photoBytes } from '../support/media/media';
import { facebookText } from './facebookText';
import type { Kind } from './Kind';

/** A post with one photo. */
export const facebookImage: Kind = {
  ...facebookText,
  type: 'image',
  mediaCount: 1,
  media: photoBytes,
  mediaType: 'image/jpeg',
  calls: { ...facebookText.calls, upload: [{ method: 'POST', path: '/v27.0/*/photos' }] },
};
