import { commentedFilm } from '../support/media/media';
import { facebookReel } from './facebookReel';
import { facebookStory } from './facebookStory';
import type { Kind, OutsideCall } from './Kind';

const phase = (name: string): OutsideCall => ({
  method: 'POST',
  path: '/v27.0/*/video_stories',
  query: `upload_phase=${name}`,
});

/** A story of a video, which goes live by the calls of a reel and is seen live where a story of a photo is. */
export const facebookVideoStory: Kind = {
  ...facebookStory,
  variant: 'of a video',
  media: facebookReel.media,
  mediaType: facebookReel.mediaType,
  mark: commentedFilm,
  calls: {
    ...facebookStory.calls,
    upload: [phase('start'), ...facebookReel.calls.upload.slice(1)],
    stage: phase('finish'),
    publish: phase('finish'),
  },
};
