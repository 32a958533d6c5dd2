import { refuse, refuseParameter } from '../errors';
import { isGranted } from '../graph/call';
import type { GraphCall } from '../graph/call';
import { present } from '../graph/fields';
import type { NodeType } from '../graph/fields';
import { listOf } from '../graph/list';
import type { Seen } from '../graph/resource';
import { newObjectId } from '../ids';
import { isLive } from '../objects';
import { timeText } from '../present';
import type { Comment, Post } from '../records';

const textLengthMax = 8000;

const commentType: NodeType<Seen<Comment>> = {
  name: 'Comment',
  fields: {
    id: ({ of }) => of.id,
    message: ({ of }) => of.message,
    created_time: ({ of }) => timeText(of.madeAtMs),
    from: ({ call, of }) => ({ name: call.context.store.pages.get(of.pageId)?.name, id: of.pageId }),
  },
  defaults: ['created_time', 'from', 'message', 'id'],
};

/**
 * The edge `comments` of a post, or of the video that a post shows: every comment once more, equal or not. The page needs
 * `pages_manage_engagement` (Graph API reference, Object Comments). Throws code 200 with HTTP 403, and 100.
 */
export function makeComment(call: GraphCall, post: Post | undefined): object {
  const { context, params, viewer } = call;
  if (!viewer.page) throw refuse('pageTokenMissing');
  if (!isGranted(viewer, 'pages_manage_engagement')) throw refuse('engagementForbidden');
  if (!post || !isLive(context, post)) throw refuseParameter('Only a published post takes comments');
  const message = params.get('message')?.trim() ?? '';
  if (message === '') throw refuseParameter('(#100) Comment must have a message, an attachment or a sticker');
  if (message.length > textLengthMax) throw refuseParameter('(#100) The comment is too long');
  const [, ownId = post.id] = post.id.split('_');
  const comment = {
    id: `${ownId}_${newObjectId()}`,
    postId: post.id,
    pageId: viewer.page.id,
    message,
    madeAtMs: context.clock(),
  };
  context.store.comments.put(comment.id, comment);
  context.store.posts.put(post.id, { ...post, commentCount: post.commentCount + 1 });
  return { id: comment.id };
}

/** The comments of a post, each some time after it was made (setting `commentLagMs`); `order` sorts them by time. */
export function listComments(call: GraphCall, post: Post | undefined): object {
  const { store, settings, clock } = call.context;
  const { commentLagMs } = settings.read().facebook;
  const comments = store.comments
    .values()
    .filter((one) => one.postId === post?.id && one.madeAtMs + commentLagMs <= clock());
  const isNewestFirst = call.params.get('order') === 'reverse_chronological';
  const sorted = isNewestFirst ? comments.toReversed() : comments;
  const list = listOf(call, sorted, (of) => present(commentType, { call, of }, call.fields));
  return list.summary ? { ...list, summary: { total_count: post?.commentCount ?? 0 } } : list;
}
