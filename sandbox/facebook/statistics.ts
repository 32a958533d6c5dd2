import { BadControl } from '../controls/body';
import type { ChannelStatisticsChange, PostStatisticsChange, StatisticsChange } from '../statistics';
import type { FacebookContext } from './context';
import type { Page } from './records';
import { openPage } from './accounts/users';

/** Sets counts; other counts stay. Undefined: no such page or post. Throws BadControl for a count that a page lacks. */
export function changeStatistics(context: FacebookContext, change: StatisticsChange): object | undefined {
  if ('channelId' in change) return changePage(context, change);
  return 'postId' in change ? changePost(context, change) : undefined;
}

function changePage(context: FacebookContext, change: ChannelStatisticsChange): Page['counts'] | undefined {
  const { channelId, hiddenSubscriberCount, videoCount, ...counts } = change;
  const page = openPage(context, channelId);
  if (!page) return undefined;
  if (hiddenSubscriberCount !== undefined || videoCount !== undefined)
    throw new BadControl('a Facebook page has only subscriberCount and viewCount: its posts are counted');
  const changed = { ...page.counts, ...counts };
  context.store.pages.put(page.id, { ...page, counts: changed });
  return changed;
}

/** A video is also known by its own id. */
function changePost({ store }: FacebookContext, { postId, ...counts }: PostStatisticsChange): object | undefined {
  const post = store.posts.get(postId) ?? store.posts.get(store.videos.get(postId)?.postId ?? '');
  if (!post) return undefined;
  const changed = { ...post, ...counts };
  store.posts.put(post.id, changed);
  const { viewCount, likeCount, commentCount, shareCount } = changed;
  return { viewCount, likeCount, commentCount, shareCount };
}
