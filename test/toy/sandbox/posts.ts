import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import type { Request } from 'express';
import { z } from 'zod';
import { exchangeOf, readText } from '../../../sandbox/http/exchange';
import { queryOf } from '../../../sandbox/http/query';
import { channelOf } from './access';
import { refuse } from './context';
import type { ToyContext } from './context';
import type { Post } from './records';

/** A post with a clip is live so long after the call that publishes it was taken. */
const acceptedMs = 150;
const Body = z.object({ message: z.string(), media: z.array(z.string()).optional() });

const audienceOf = (post: Post | undefined): string | null =>
  post ? (post.liveAtMs === null ? 'draft' : 'public') : null;

/** Drafts and posts. A draft is invisible; `publish` is idempotent by its id. */
export function postsRouter(context: ToyContext): Router {
  const { store, clock } = context;
  return Router()
    .get('/toy/me', (req, res) => {
      const { id, name } = store.channels.get(channelOf(context, req))!;
      const posts = store.posts.values().filter(({ channelId, liveAtMs }) => channelId === id && liveAtMs !== null);
      res.json({ id, name, posts: posts.length });
    })
    .post('/toy/drafts', async (req, res) => {
      const channelId = channelOf(context, req);
      const { message, media = [] } = Body.parse(JSON.parse(await readText(req, 100_000)));
      const id = `post-${randomUUID()}`;
      put(context, req, { id, channelId, message, media, liveAtMs: null });
      res.status(201).json({ id });
    })
    .get('/toy/posts', (req, res) => {
      const { id, message, media, liveAtMs } = ownPost(context, req);
      const isProcessed = media.every((one) => (store.media.get(one)?.processedAtMs ?? 0) <= clock());
      const unpublished = isProcessed ? 'draft' : 'processing';
      res.json({ id, message, state: liveAtMs === null ? unpublished : liveAtMs > clock() ? 'publishing' : 'live' });
    })
    .put('/toy/posts', async (req, res) => {
      const post = ownPost(context, req);
      const { message, media = post.media } = Body.parse(JSON.parse(await readText(req, 100_000)));
      put(context, req, { ...post, message, media });
      res.json({ id: post.id });
    })
    .post('/toy/publish', (req, res) => {
      const post = ownPost(context, req);
      const isAcceptedOnly = post.media.some((id) => id.startsWith('clip'));
      if (post.liveAtMs === null) put(context, req, { ...post, liveAtMs: clock() + (isAcceptedOnly ? acceptedMs : 0) });
      res.status(isAcceptedOnly ? 202 : 200).json({ id: post.id });
    })
    .delete('/toy/posts', (req, res) => {
      const post = ownPost(context, req);
      store.posts.delete(post.id);
      // A post that people have seen takes its media with it; those of a draft stay.
      if (post.liveAtMs !== null)
        for (const id of post.media) {
          store.media.delete(id);
          store.sessions.delete(id.replace('clip', 'session'));
        }
      note(req, post, audienceOf(post), null);
      res.status(204).end();
    });
}

function ownPost(context: ToyContext, req: Request): Post {
  const channelId = channelOf(context, req);
  const post = context.store.posts.get(queryOf(req).get('id') ?? '');
  if (post?.channelId !== channelId) throw refuse('missing');
  return post;
}

/** Writes the post, and its effect into the record. Acceptance counts as publication: no request can stop it. */
function put({ store }: ToyContext, req: Request, post: Post): void {
  const before = store.posts.get(post.id);
  store.posts.put(post.id, post);
  note(req, post, audienceOf(before), audienceOf(post));
}

function note(req: Request, { id, message }: Post, from: string | null, to: string | null): void {
  exchangeOf(req).noteEffect?.({ resource: id, title: message, from, to });
}

/** Posts as the state tells them. */
export function describePosts({ store }: ToyContext): object[] {
  return store.posts.values().map((post) => ({ ...post, audience: audienceOf(post) }));
}
