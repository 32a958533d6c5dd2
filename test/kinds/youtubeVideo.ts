import { createYouTube } from '../../platforms/youtube/index';
import { videoBytes } from '../support/media';
import { youtubeSettings } from '../support/youtube';
import type { Kind } from './Kind';

interface State {
  videos: { id: string; snippet: { title: string }; status: { privacyStatus: string } }[];
}

export const youtubeVideo: Kind = {
  platform: 'youtube',
  type: 'video',

  urlOf: ({ youtubeUrl }) => youtubeUrl,
  create: (url) => createYouTube(youtubeSettings(url)),

  grantRequest: (name) => ({ platform: 'youtube', name }),
  payload: (title, audience) => ({ title, privacy: audience }),
  changed: { title: 'Another title', description: 'D', privacy: 'unlisted', tags: ['a', 'b c'], madeForKids: true },
  media: videoBytes,
  mediaType: 'video/mp4',
  calls: [
    { method: 'POST', path: '/upload' },
    { method: 'PUT', path: '/upload' },
    { method: 'GET', path: '/youtube/v3/videos' },
    { method: 'PUT', path: '/youtube/v3/videos' },
    { method: 'DELETE', path: '/youtube/v3/videos' },
  ],

  postsOf: (state) =>
    (state as State).videos.map(({ id, snippet, status }) => {
      return { id, title: snippet.title, audience: status.privacyStatus };
    }),
  addressOf: (postId) => `https://www.youtube.com/watch?v=${postId}`,
  titleOf: ({ title }) => title,
  audienceOf: ({ privacy }) => privacy,
  isVisible: (audience) => audience === 'public' || audience === 'unlisted',
};
