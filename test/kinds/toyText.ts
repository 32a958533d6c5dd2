import type { Payload } from '../../domain/payload';
import { createToy, toySlug } from '../toy/platform';
import type { Kind } from './Kind';

interface Post {
  id: string;
  message: string;
  audience: string;
}

/** A post without media. All kinds of the toy are staged as a draft, and public once they are published. */
export const toyText: Kind = {
  platform: toySlug,
  type: 'text',

  create: (base) => createToy({ base }),

  consent: async (url, answer) => {
    url.searchParams.set('allow', answer === 'everything' ? 'post,read' : 'read');
    const { headers } = await fetch(url, { redirect: 'manual' });
    return new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
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

  postsOf: (state) => postsOf(state).map(({ id, message, audience }) => ({ id, title: message, audience })),
  payloadOf: (state, postId) => {
    const post = postsOf(state).find(({ id }) => id === postId);
    return post && ({ message: post.message } satisfies Payload);
  },
  addressOf: (postId) => `https://toy.example/posts/${postId}`,
  audienceOf: () => 'public',
  isVisible: (audience) => audience === 'public',
};

/** None of a sandbox that does without the toy. */
function postsOf(state: unknown): Post[] {
  return (state as { platforms: { toy?: { posts: Post[] } } }).platforms.toy?.posts ?? [];
}
