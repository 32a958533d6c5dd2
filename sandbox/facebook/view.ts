import { drawnPicture, pictureNamedIn, pictureOfLink } from '../media/drawnPictures';
import type { MediaView, PostView } from '../platform';
import type { FacebookContext } from './context';
import { isLive } from './objects';
import type { Post, Video } from './records';
import { processingStatusAt } from './video/status';

const processingWords = {
  not_started: 'waiting',
  in_progress: 'processing',
  complete: 'succeeded',
  error: 'failed',
};

/** A post or story as the sandbox's pages show it. */
export function viewPost(context: FacebookContext, post: Post): PostView {
  const video = context.store.videos.get(post.mediaIds[0] ?? '');
  return {
    id: post.id,
    path: `/posts/${post.id}`,
    channelId: post.pageId,
    title: titleOf(post, video),
    description: [post.message, post.link ?? ''].filter((text) => text !== '').join('\n'),
    tags: [],
    privacy: isLive(context, post) ? 'public' : 'draft',
    uploadStatus: post.use,
    processingStatus: video ? processingWords[processingStatusAt(video, context.clock())] : 'succeeded',
    problem: video?.processing?.error?.message,
    createdAtMs: post.liveAtMs ?? post.madeAtMs,
    viewCount: post.viewCount,
    media: post.mediaIds.flatMap((id) => viewMedia(context, id) ?? []),
  };
}

function titleOf({ message, use }: Post, video: Video | undefined): string {
  const [firstLine = ''] = message.split('\n');
  return video?.title || firstLine || `A ${use}`;
}

/** A photo or video by its id. */
export function viewMedia({ store }: FacebookContext, id: string): MediaView | undefined {
  const medium = store.photos.get(id) ?? store.videos.get(id);
  return medium && { id, file: store.mediaFile(id), type: medium.contentType };
}

/** The picture of a page, of a film, or of a link, by the id of its post; a photo is its own. */
export function viewPicture(context: FacebookContext, id: string): MediaView | undefined {
  const { pages, posts, photos, videos } = context.store;
  if (photos.get(id)) return viewMedia(context, id);
  const link = posts.get(id)?.link ?? null;
  const named = link === null ? pictureNamedIn(videos.get(id)?.comment ?? '') : pictureOfLink(link);
  return drawnPicture(pages.get(id)?.picture ?? named);
}
