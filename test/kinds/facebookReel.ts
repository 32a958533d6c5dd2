import { facebookVideo } from './facebookVideo';
import type { Kind } from './Kind';

const reels = { method: 'POST', path: '/v26.0/*/video_reels' };

/** A reel: the call that publishes it brings its text, finishes its upload, and is only accepted. */
export const facebookReel: Kind = {
  ...facebookVideo,
  type: 'reel',
  stagesPayload: false,
  calls: {
    ...facebookVideo.calls,
    upload: [reels, { method: 'POST', path: '/video-upload/v26.0/*' }],
    stage: reels,
    publish: reels,
  },
  addressOf: (postId) => `https://www.facebook.com/reel/${postId}`,
};
