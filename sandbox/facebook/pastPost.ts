import { copyFile, link as linkFile } from 'node:fs/promises';
import type { MadePost, PastPost } from '../pastPosts';
import { drawnPicture } from '../media/drawnPictures';
import { inspectFile } from '../media/inspectFile';
import { movieCommentOf } from '../media/movieComment';
import { openPage } from './accounts/users';
import type { FacebookContext } from './context';
import { newObjectId, newPostId } from './ids';
import { newPost } from './publish';
import type { Post, Video } from './records';
import { newVideo } from './video/finish';

/** A published post or story that a page has had for some time, and what it shows. Undefined: no such page. */
export async function makePastPost(
  context: FacebookContext,
  pageId: string,
  past: PastPost,
  film: string,
): Promise<MadePost | undefined> {
  if (!openPage(context, pageId)) return undefined;
  const { use, text: message, at, link = null, viewCount, likeCount, commentCount, shareCount } = past;
  const isFilm = use === 'video' || use === 'reel';
  const postId = use === 'story' ? newObjectId() : newPostId(pageId);
  const times = { madeAtMs: at, updatedAtMs: at, liveAtMs: at };
  const counts = { viewCount, likeCount, commentCount, shareCount };
  const post = newPost(context, { id: postId, pageId, use, message, link, ...times, ...counts });
  const mediaIds = isFilm ? [await addFilm(context, post, film)] : await addPhotos(context, post, past.pictures);
  context.store.posts.put(postId, { ...post, mediaIds });
  const [id = postId] = isFilm ? mediaIds : [];
  return {
    id,
    url: `https://www.facebook.com/${use === 'reel' ? `reel/${id}` : use === 'video' ? `watch/?v=${id}` : id}`,
  };
}

async function addPhotos({ store }: FacebookContext, post: Post, names: readonly string[]): Promise<string[]> {
  const { id: postId, pageId, madeAtMs } = post;
  const pictures = names.flatMap((name) => drawnPicture(name) ?? []);
  return Promise.all(
    pictures.map(async ({ file, type: contentType }) => {
      const id = newObjectId();
      await copyFile(file, store.mediaFile(id));
      const { sizeBytes } = await inspectFile(store.mediaFile(id));
      const of = { pageId, madeAtMs, postId, isTemporary: false };
      store.photos.put(id, { id, ...of, caption: '', altText: '', sizeBytes, contentType, comment: '' });
      return id;
    }),
  );
}

async function addFilm(context: FacebookContext, post: Post, film: string): Promise<string> {
  const { store } = context;
  const { id: postId, pageId, message, madeAtMs, liveAtMs } = post;
  const id = newObjectId();
  await linkFile(film, store.mediaFile(id));
  const { head, sizeBytes, durationMs, aspect } = await inspectFile(store.mediaFile(id));
  const use: Video['use'] = post.use === 'reel' ? 'reel' : 'video';
  store.videos.put(id, {
    ...newVideo(context, { id, pageId, use, sizeBytes }),
    title: message,
    description: message,
    startedAtMs: madeAtMs,
    uploadedAtMs: madeAtMs,
    finishedAtMs: madeAtMs,
    durationMs,
    aspect,
    isFilm: true,
    comment: movieCommentOf(head),
    processing: { startsAtMs: madeAtMs, lengthMs: 0, outcome: 'succeeded', error: null },
    publish: 'published',
    liveAtMs,
    postId,
  });
  return id;
}
