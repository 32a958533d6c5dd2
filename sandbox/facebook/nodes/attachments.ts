import type { FacebookContext } from '../context';
import type { Post } from '../records';

/** The edge `attachments` of a post: one photo, an album of them, a video, or a link. */
export function attachmentsOf(context: FacebookContext, post: Post): object {
  const photos = post.mediaIds.map((id) => ({ type: 'photo', ...targetOf(id) }));
  if (post.link !== null)
    return { data: [{ type: 'share', url: post.link, unshimmed_url: post.link, title: post.link }] };
  if (post.use !== 'photo' && post.mediaIds.length > 0)
    return {
      data: post.mediaIds.map((id) => ({
        type: 'video_inline',
        title: context.store.videos.get(id)?.title,
        ...targetOf(id),
      })),
    };
  if (photos.length < 2) return { data: photos };
  return { data: [{ type: 'album', ...targetOf(post.id), subattachments: { data: photos } }] };
}

function targetOf(id: string): object {
  const url = `https://www.facebook.com/${id}`;
  return { target: { id, url }, url };
}
