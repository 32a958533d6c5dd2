import type { Payload } from '../../domain/payload/payload';
import { createToy, toySlug } from '../toy/platform';
import type { Kind } from './Kind';

interface Post {
  id: string;
  message: string;
  audience: string;
  media: string[];
}
interface State {
  posts: Post[];
  videos: { id: string; channelId: string }[];
  uploadSessions: { id: string; channelId: string }[];
}

/** A post without media. All kinds of the toy are staged as a draft, and public once they are published. */
export const toyText: Kind = {
  platform: toySlug,
  type: 'text',

  create: (base, patience) => createToy({ base, clientId: 'sandbox-toy-client' }, patience),

  consent: async (url, answer) => {
    url.searchParams.set('allow', answer === 'everything' ? 'post,read' : 'read');
    const { headers } = await fetch(url, { redirect: 'manual' });
    return new URL(headers.get('location') ?? '');
  },
  grantRequest: (name) => ({ platform: toySlug, name }),
  payload: (message) => ({ message }),
  titleField: 'message',
  canBePrivate: false,
  stagesPayload: true,
  changed: { message: 'Another title' },
  mediaCount: 0,
  mediaField: null,
  media: () => Buffer.alloc(0),
  mediaType: '',
  calls: {
    upload: [],
    cancelUpload: null,
    stage: { method: 'POST', path: '/toy/drafts' },
    publish: { method: 'POST', path: '/toy/publish' },
    update: { method: 'PUT', path: '/toy/posts' },
    look: { method: 'GET', path: '/toy/posts' },
    remove: { method: 'DELETE', path: '/toy/posts' },
    renew: { method: 'POST', path: '/toy/token' },
    revoke: { method: 'POST', path: '/toy/revoke' },
    errors: { refused: 'forbidden', token: 'authError' },
  },
  refusedUpdate: null,
  keepsPrivate: null,

  postsOf: (state) => toyOf(state).posts.map(({ id, message, audience }) => ({ id, title: message, audience })),
  leftOn: (state, channel) => {
    const { posts, videos, uploadSessions } = toyOf(state);
    const shown = new Set(posts.flatMap(({ media }) => media));
    // A session is kept with the clip that it has made, and called as that is.
    const unfinished = uploadSessions.filter(({ id }) => !shown.has(id.replace('session', 'clip')));
    return [...videos.filter(({ id }) => !shown.has(id)), ...unfinished].filter(
      ({ channelId }) => channelId === channel,
    );
  },
  payloadOf: (state, postId) => {
    const post = toyOf(state).posts.find(({ id }) => id === postId);
    return post && ({ message: post.message } satisfies Payload);
  },
  addressOf: (postId) => `https://toy.example/posts/${postId}`,
  audienceOf: () => 'public',
  isVisible: (audience) => audience === 'public',
};

/** Empty for a sandbox that does without the toy. */
function toyOf(state: unknown): State {
  const { toy } = (state as { platforms: { toy?: State } }).platforms;
  return toy ?? { posts: [], videos: [], uploadSessions: [] };
}
