import { createYouTube } from '../../platforms/youtube/index';
import type { Payload } from '../../domain/payload/payload';
import { boxes, openBrowser } from '../support/browser';
import { videoBytes } from '../support/media/media';
import { youtubeSettings } from '../support/platforms/youtube';
import type { Kind } from './Kind';

interface Video {
  id: string;
  snippet: Payload & { title: string };
  status: { privacyStatus: string; selfDeclaredMadeForKids: boolean };
  thumbnail: object | null;
}

const videos = '/youtube/v3/videos';

export const youtubeVideo: Kind = {
  platform: 'youtube',
  type: 'video',

  create: (url, patience) => createYouTube(youtubeSettings(url), patience),

  consent,
  grantRequest: (name) => ({ platform: 'youtube', name, scopes: ['youtube', 'youtube.force-ssl'] }),
  payload: (title, audience) => ({ title, privacy: audience }),
  titleField: 'title',
  canBePrivate: true,
  stagesPayload: true,
  changed: { title: 'Another title', description: 'D', privacy: 'unlisted', tags: ['a', 'b c'], madeForKids: true },
  mediaCount: 1,
  mediaField: null,
  media: videoBytes,
  mediaType: 'video/mp4',
  calls: {
    upload: [
      { method: 'POST', path: '/upload' },
      { method: 'PUT', path: '/upload' },
    ],
    cancelUpload: { method: 'DELETE', path: '/upload' },
    stage: { method: 'PUT', path: videos },
    publish: { method: 'PUT', path: videos },
    update: { method: 'PUT', path: videos },
    look: { method: 'GET', path: videos },
    remove: { method: 'DELETE', path: videos },
    renew: { method: 'POST', path: '/token' },
    revoke: { method: 'POST', path: '/revoke' },
    errors: { refused: 'forbidden', token: 'authError' },
  },
  refusedUpdate: { categoryId: '999' },
  keepsPrivate: {
    on: { method: 'PUT', path: videos },
    do: { status: 200, body: { kind: 'youtube#video', status: { privacyStatus: 'private' } } },
  },

  comment: { field: 'firstComment', call: { method: 'POST', path: '/youtube/v3/commentThreads' } },
  extras: {
    picture: 'thumbnailUrl',
    place: 'playlistId',
    places: 'playlists',
    captions: 'captions',
    calls: [
      { method: 'POST', path: '/upload/youtube/v3/thumbnails' },
      { method: 'POST', path: '/youtube/v3/playlistItems' },
      { method: 'POST', path: '/upload/youtube/v3/captions' },
    ],
    makePlace: makePlaylist,
  },

  postsOf: (state) => {
    const { videos: all, playlists, comments, captions } = youtubeOf(state);
    const languagesOf = (id: string): string[] =>
      captions.filter(({ videoId }) => videoId === id).map(({ language }) => language);
    const namesOf = (videoId: string): string[] =>
      playlists.flatMap(({ title, items }) => items.filter((item) => item.videoId === videoId).map(() => title));
    const commentsOf = (videoId: string): string[] =>
      comments.filter(({ postId }) => postId === videoId).map(({ text }) => text);
    const placesOf = (videoId: string): string[] =>
      playlists.flatMap(({ id, items }) => items.filter((item) => item.videoId === videoId).map(() => id));
    return all.map(({ id, snippet, status, thumbnail }) => {
      const { title } = snippet;
      const beside = { hasPicture: thumbnail !== null, places: placesOf(id), comments: commentsOf(id) };
      const lists = { placeNames: namesOf(id), captions: languagesOf(id) };
      return { id, title, audience: status.privacyStatus, ...beside, ...lists };
    });
  },
  leftOn: (state, channelId) => {
    const { uploadSessions } = youtubeOf(state);
    return uploadSessions.filter((session) => session.channelId === channelId && session.status === 'open');
  },
  payloadOf: (state, postId) => {
    const video = youtubeOf(state).videos.find(({ id }) => id === postId);
    if (!video) return undefined;
    const { privacyStatus: privacy, selfDeclaredMadeForKids: madeForKids } = video.status;
    return { ...video.snippet, privacy, madeForKids };
  },
  addressOf: (postId) => `https://www.youtube.com/watch?v=${postId}`,
  audienceOf: ({ privacy }) => privacy,
  isVisible: (audience) => audience === 'public' || audience === 'unlisted',
};

function youtubeOf(state: unknown): {
  videos: Video[];
  playlists: { id: string; title: string; items: { videoId: string }[] }[];
  captions: { videoId: string; language: string }[];
  comments: { postId: string; text: string }[];
  uploadSessions: { channelId: string; status: string }[];
} {
  return (state as { platforms: { youtube: ReturnType<typeof youtubeOf> } }).platforms.youtube;
}

/** Google counts earlier grants of an account, so the account that leaves out a permission has never granted all. */
async function consent(url: URL, answer: 'everything' | 'too little'): Promise<URL> {
  const browser = openBrowser();
  const isAll = answer === 'everything';
  const page = await browser.follow(await browser.visit(url.href), isAll ? 'Olive One' : 'Noa None');
  const { location } = await browser.press(page, 'Allow', isAll ? [] : boxes(page).slice(0, 1));
  return new URL(location);
}

async function makePlaylist(url: string, accessToken: string): Promise<string> {
  const answer = await fetch(`${url}/youtube/v3/playlists?part=id`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ snippet: { title: 'A playlist' }, status: { privacyStatus: 'unlisted' } }),
  });
  return ((await answer.json()) as { id: string }).id;
}
