import { link } from 'node:fs/promises';
import { BadControl } from '../controls/body';
import type { MadePost, PastPost } from '../pastPosts';
import { inspectFile } from '../media/inspectFile';
import { movieCommentOf } from '../media/movieComment';
import { openChannel } from './accounts/accounts';
import type { YoutubeContext } from './context';
import { newVideoId } from './upload/startSession';

const processing = {
  outcome: 'succeeded',
  lengthMs: 0,
  failureReason: null,
  processingFailureReason: 'transcodeFailed',
  rejectionReason: 'termsOfUse',
} as const;
const status = { privacyStatus: 'public', license: 'youtube', embeddable: true, publicStatsViewable: true } as const;

/** A public video that a channel has had for some time. Undefined: no such channel. Throws BadControl for another post. */
export async function makePastVideo(
  context: YoutubeContext,
  channelId: string,
  post: PastPost,
  film: string,
): Promise<MadePost | undefined> {
  const { store } = context;
  if (!openChannel(context, channelId)) return undefined;
  if (post.use !== 'video') throw new BadControl('a YouTube channel has videos alone');
  const { text: title, at, viewCount, likeCount, commentCount } = post;
  const id = newVideoId();
  await link(film, store.mediaFile(id));
  const { head, sizeBytes, durationMs } = await inspectFile(store.mediaFile(id));
  store.videos.put(id, {
    id,
    channelId,
    snippet: { title, description: '', categoryId: '22' },
    status,
    paidProductPlacementDetails: { hasPaidProductPlacement: false },
    uploadedAtMs: at,
    publicSinceMs: at,
    sizeBytes,
    contentType: 'video/mp4',
    durationMs,
    comment: movieCommentOf(head),
    processing,
    viewCount,
    likeCount,
    commentCount,
    thumbnail: null,
  });
  return { id, url: `https://www.youtube.com/watch?v=${id}` };
}
