import { createFacebook } from '../../platforms/facebook/index';
import type { Payload } from '../../domain/payload/payload';
import { openBrowser } from '../support/browser';
import { facebookSettings } from '../support/platforms/facebook';
import { videoBytes } from '../support/media/media';
import type { Kind, SeenPost } from './Kind';

interface Post {
  id: string;
  pageId: string;
  use: string;
  message: string;
  link: string | null;
  audience: string;
  mediaIds: string[];
}
interface Video {
  id: string;
  pageId: string;
  use: string;
  title: string;
  description: string;
  audience: string;
  uploadedAt: string | null;
  comment: string;
  /** The post that shows it. */
  postId: string | null;
}
interface Photo {
  id: string;
  pageId: string;
  comment: string;
  postId: string | null;
}
interface State {
  posts: Post[];
  videos: Video[];
  photos: Photo[];
  comments: { postId: string; text: string }[];
}

/** What a page allows: to publish, to comment, and to read its numbers. */
const permissions = [
  'public_profile',
  'pages_show_list',
  'pages_manage_posts',
  'pages_read_engagement',
  'pages_manage_engagement',
  'read_insights',
];

const anyNode = '/v27.0/*';
const feed = { method: 'POST', path: '/v27.0/*/feed' };
const change = { method: 'POST', path: anyNode };

/** A post of words alone, with the parts that Facebook's other kinds share. */
export const facebookText: Kind = {
  platform: 'facebook',
  type: 'text',

  create: (url, patience) => createFacebook(facebookSettings(url), patience),

  consent,
  grantRequest: (name) => ({ platform: 'facebook', name, scopes: [...permissions] }),
  // Tests publish one text again and again, more reels than a page may have, and videos of several chunks.
  settings: { facebook: { refusesDuplicates: false, reelsPerDay: 100_000, chunkBytes: 96 * 1024 } },
  payload: (message) => ({ message }),
  titleField: 'message',
  canBePrivate: false,
  stagesPayload: true,
  changed: { message: 'Another message' },
  mediaCount: 0,
  mediaField: null,
  media: videoBytes,
  mediaType: 'video/mp4',
  calls: {
    upload: [],
    cancelUpload: null,
    stage: feed,
    publish: change,
    update: change,
    // Tokens are asked about at a path of the same form.
    look: { method: 'GET', path: anyNode, query: 'fields=id,is_published' },
    remove: { method: 'DELETE', path: anyNode },
    renew: { method: 'POST', path: '/v27.0/oauth/access_token' },
    revoke: { method: 'DELETE', path: '/v27.0/me/permissions' },
    // A refusal that says nothing of drafts: with another the page would be used without them from then on.
    errors: { refused: 'videoNotAllowed', token: 'sessionExpired' },
  },
  refusedUpdate: null,
  keepsPrivate: null,

  comment: { field: 'firstComment', call: { method: 'POST', path: '/v27.0/*/comments' } },

  postsOf,
  leftOn,
  payloadOf: (state, postId) => {
    const post = facebookOf(state).posts.find(({ id }) => id === postId);
    return post && { message: post.message, ...(post.link !== null && { link: post.link }) };
  },
  addressOf: (postId) => `https://www.facebook.com/${postId}`,
  audienceOf: () => 'public',
  isVisible: (audience) => audience === 'public',
};

/** Posts of the feed, stories, and videos and reels whose last byte has come, which are known by the ids of their videos. */
function postsOf(state: unknown): SeenPost[] {
  const { posts, videos, photos, comments } = facebookOf(state);
  const commentsOf = (id: string | null): string[] =>
    comments.filter(({ postId }) => postId === id).map(({ text }) => text);
  const ofFeed = posts.filter(({ use }) => ['text', 'link', 'photo'].includes(use));
  const stories = posts.filter(({ use }) => use === 'story');
  return [
    ...ofFeed.map(({ id, message: title, audience }) => ({ id, title, audience, comments: commentsOf(id) })),
    ...stories.flatMap(({ id, audience, mediaIds }) =>
      [...photos, ...videos]
        .filter((medium) => mediaIds.includes(medium.id))
        .map(({ comment: title }) => ({ id, title, audience })),
    ),
    ...videos
      .filter(({ use, uploadedAt }) => use !== 'story' && uploadedAt !== null)
      .map(({ id, postId, title, description, audience }) => ({
        id,
        title: `${title} ${description}`.trim(),
        audience,
        comments: commentsOf(postId),
      })),
  ];
}

/** The same for kinds that are videos. */
export function videoPayloadOf(state: unknown, postId: string): Payload | undefined {
  const video = facebookOf(state).videos.find(({ id }) => id === postId);
  return video && { title: video.title, description: video.description };
}

/** Drafts, photos of no post, and invisible videos. */
function leftOn(state: unknown, channelId: string): unknown[] {
  const { posts, videos, photos } = facebookOf(state);
  const known = new Set(posts.map(({ id }) => id));
  return [
    ...posts.filter(({ audience }) => audience === 'draft'),
    ...videos.filter(({ audience }) => audience === 'draft'),
    ...photos.filter(({ postId }) => postId === null || !known.has(postId)),
  ].filter(({ pageId }) => pageId === channelId);
}

function facebookOf(state: unknown): State {
  return (state as { platforms: { facebook: State } }).platforms.facebook;
}

/** A permission once granted stays granted, so the person who leaves out a permission has never granted all. */
async function consent(url: URL, answer: 'everything' | 'too little'): Promise<URL> {
  const browser = openBrowser();
  const isAll = answer === 'everything';
  const page = await browser.follow(await browser.visit(url.href), isAll ? 'Paula One' : 'Rita Reader');
  const { location } = await browser.press(page, 'Continue', isAll ? [] : ['pages_manage_posts']);
  return new URL(location);
}
