import { facebookText, videoPayloadOf } from './facebookText';
import type { Kind } from './Kind';

const videos = { method: 'POST', path: '/v26.0/*/videos' };

/** A video of the feed: staging finishes its upload. */
export const facebookVideo: Kind = {
  ...facebookText,
  type: 'video',
  payload: (title) => ({ title }),
  titleField: 'title',
  changed: { title: 'Another title', description: 'Another description' },
  mediaCount: 1,
  calls: { ...facebookText.calls, upload: [videos], stage: videos },
  payloadOf: videoPayloadOf,
  addressOf: (postId) => `https://www.facebook.com/watch/?v=${postId}`,
};
