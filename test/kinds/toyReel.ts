import { videoBytes } from '../support/media/media';
import type { Kind } from './Kind';
import { toyText } from './toyText';

/** A post with a clip: the call that publishes it is only accepted. */
export const toyReel: Kind = {
  ...toyText,
  type: 'reel',
  mediaCount: 1,
  media: videoBytes,
  mediaType: 'video/mp4',
  calls: {
    ...toyText.calls,
    upload: [
      { method: 'POST', path: '/toy/sessions' },
      { method: 'PUT', path: '/toy/sessions' },
    ],
    cancelUpload: { method: 'DELETE', path: '/toy/sessions' },
  },
};
