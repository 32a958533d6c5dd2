import { facebookVideo } from './facebookVideo';
import type { Kind, OutsideCall } from './Kind';

const phase = (name: string): OutsideCall => ({
  method: 'POST',
  path: '/v27.0/*/video_reels',
  query: `upload_phase=${name}`,
});

/** A reel: the call that publishes it brings its text, finishes its upload, and is only accepted. */
export const facebookReel: Kind = {
  ...facebookVideo,
  type: 'reel',
  stagesPayload: false,
  calls: {
    ...facebookVideo.calls,
    upload: [phase('start'), { method: 'POST', path: '/video-upload/v27.0/*' }],
    stage: phase('finish'),
    publish: phase('finish'),
  },
  addressOf: (postId) => `https://www.facebook.com/reel/${postId}`,
};
