import { commentedPhoto } from '../support/media/media';
import { facebookImage } from './facebookImage';
import type { Kind } from './Kind';

const stories = { method: 'POST', path: '/v27.0/*/photo_stories' };

/** A story of a photo. It has no text: an assignment is known by the comment in its photo. */
export const facebookStory: Kind = {
  ...facebookImage,
  type: 'story',
  variant: 'of a photo',
  payload: () => ({}),
  titleField: '',
  mark: commentedPhoto,
  stagesPayload: false,
  changed: {},
  calls: {
    ...facebookImage.calls,
    stage: stories,
    publish: stories,
    look: { method: 'GET', path: '/v27.0/*/stories' },
  },
  addressOf: (postId) => `https://facebook.com/stories/${postId}`,
};
