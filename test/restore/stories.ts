import type { Kind } from '../kinds';
import { facebookText } from '../kinds/facebookText';
import { facebookVideo } from '../kinds/facebookVideo';
import { youtubeVideo } from '../kinds/youtubeVideo';
import type { Post, Wish } from './posts';

/** What becomes of a post before the moment that the database is brought back to, and between it and the loss. */
export interface Story {
  /** In words; a row of the table in docs/deploy.md begins with them. */
  name: string;
  kinds: readonly Kind[];
  before?: (post: Post) => Promise<void>;
  since?: (post: Post) => Promise<void>;
  /** Its time comes after the moment, and before the loss: what it does until then. The rehearsal creates it. */
  soon?: 'prepared' | 'waiting';
  /** True: its receiver refuses all webhooks before the moment. */
  isRefused?: boolean;
  /** True: only Temporal's data show that the post may be live. */
  isWitnessed?: boolean;
}

const hourMs = 3_600_000;
const later: Wish = { inMs: hourMs };
const prepared: Wish = { ...later, prepareAheadSeconds: 7200 };
const atItsTime: Wish = { ...later, prepareAheadSeconds: 0 };
const held: Wish = { source: (bytes) => ({ bytes, pauseAtByte: bytes.length / 2 }) };
const breakingOff: Wish = {
  source: (bytes) => (nth) =>
    nth > 1 ? { status: 404 } : { bytes, pauseAtByte: bytes.length / 2, cutAfterBytes: (bytes.length * 3) / 4 },
};
const missingAtFirst: Wish = { source: (bytes, isReleased) => () => (isReleased() ? { bytes } : { status: 404 }) };

const videos = [youtubeVideo, facebookVideo];
/** Of Facebook without media: there is nothing by which the post is known. */
const bare = [youtubeVideo, facebookText];

export const stories: readonly Story[] = [
  {
    name: 'published before',
    kinds: videos,
    before: async (post) => {
      await post.create();
      await post.is('published');
    },
  },
  {
    name: 'failed before',
    kinds: videos,
    before: async (post) => {
      await post.create({ source: () => ({ status: 404 }) });
      await post.is('failed');
    },
  },
  {
    name: 'cancelled before',
    kinds: videos,
    before: async (post) => {
      await post.create(prepared);
      await post.is('uploaded');
      await post.ask('DELETE');
    },
  },
  {
    name: 'on its way, published since',
    kinds: videos,
    before: async (post) => {
      await post.create(held);
      await post.is('uploading');
    },
    since: async (post) => {
      post.release();
      await post.is('published');
    },
  },
  {
    name: 'on its way, still so at the loss',
    kinds: videos,
    before: async (post) => {
      await post.create(held);
      await post.is('uploading');
    },
  },
  {
    name: 'on its way, failed since',
    kinds: videos,
    before: async (post) => {
      await post.create(breakingOff);
      await post.is('uploading');
    },
    since: async (post) => {
      post.release();
      await post.is('failed');
    },
  },
  {
    name: 'prepared, published since at its time',
    kinds: videos,
    soon: 'prepared',
    before: async (post) => post.is('uploaded'),
    since: async (post) => post.is('published'),
  },
  {
    name: 'waiting, published since at its time',
    kinds: bare,
    soon: 'waiting',
    since: async (post) => post.is('published'),
  },
  {
    name: 'prepared, put off since',
    kinds: videos,
    soon: 'prepared',
    before: async (post) => post.is('uploaded'),
    since: async (post) => void (await post.ask('PATCH', '', { scheduledAt: inTime(2 * hourMs) })),
  },
  {
    name: 'waiting, its time to come',
    kinds: bare,
    before: async (post) => post.create(atItsTime),
  },
  {
    name: 'prepared, its time to come',
    kinds: videos,
    before: async (post) => {
      await post.create(prepared);
      await post.is('uploaded');
    },
  },
  {
    name: 'on its way, prepared since, its time to come',
    kinds: videos,
    before: async (post) => {
      await post.create({ ...prepared, ...held });
      await post.is('uploading');
    },
    since: async (post) => {
      post.release();
      await post.is('uploaded');
    },
  },
  {
    name: 'prepared, cancelled since',
    kinds: videos,
    before: async (post) => {
      await post.create(prepared);
      await post.is('uploaded');
    },
    since: async (post) => {
      await post.ask('DELETE');
      await post.is('cancelled');
    },
  },
  {
    name: 'waiting, edited since',
    kinds: bare,
    before: async (post) => post.create(atItsTime),
    since: async (post) =>
      void (await post.ask('PATCH', '', { payload: post.textOf('edited'), scheduledAt: inTime(2 * hourMs) })),
  },
  {
    name: 'prepared, put forward and published since',
    kinds: videos,
    before: async (post) => {
      await post.create(prepared);
      await post.is('uploaded');
    },
    since: async (post) => {
      await post.ask('PATCH', '', { scheduledAt: null });
      await post.is('published');
    },
  },
  {
    name: 'waiting, put forward and published since',
    kinds: bare,
    isWitnessed: true,
    before: async (post) => post.create(atItsTime),
    since: async (post) => {
      await post.ask('PATCH', '', { scheduledAt: null });
      await post.is('published');
    },
  },
  {
    name: 'failed, retried and published since',
    kinds: videos,
    isWitnessed: true,
    before: async (post) => {
      await post.create(missingAtFirst);
      await post.is('failed');
    },
    since: async (post) => {
      post.release();
      await post.ask('POST', '/retry');
      await post.is('published');
    },
  },
  {
    name: 'published, its webhooks delivered since',
    kinds: [facebookVideo],
    isRefused: true,
    before: async (post) => {
      await post.create();
      await post.is('published');
    },
  },
  {
    name: 'published, updated since',
    kinds: [youtubeVideo],
    before: async (post) => {
      await post.create();
      await post.is('published');
    },
    since: async (post) =>
      void (await post.ask('PATCH', '', { payload: post.textOf('updated'), updatePublished: true })),
  },
  {
    name: 'created and published since',
    kinds: videos,
    since: async (post) => {
      await post.create();
      await post.is('published');
    },
  },
  { name: 'created since, its time to come', kinds: bare, since: async (post) => post.create(later) },
];

function inTime(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}
