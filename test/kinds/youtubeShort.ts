import type { Kind } from './Kind';
import { youtubeVideo } from './youtubeVideo';

/** To YouTube a Short is a video; its address is another one. */
export const youtubeShort: Kind = {
  ...youtubeVideo,
  type: 'short',
  addressOf: (postId) => `https://www.youtube.com/shorts/${postId}`,
};
