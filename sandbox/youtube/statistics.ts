import type { StatisticsChange, VideoStatisticsChange } from '../statistics';
import { openChannel } from './accounts/accounts';
import type { YoutubeContext } from './context';
import type { Channel, Video } from './records';
import { videosOf } from './store';
import { privacyAt } from './videoStatus';

/** The part `statistics` of a channel: numbers as strings, no number of subscribers if it is hidden. */
export function presentChannelStatistics({ store, clock }: YoutubeContext, { id, counts }: Channel): object {
  const now = clock();
  const videos = videosOf(store, id);
  const isPublic = (video: Video) => privacyAt(video, now).privacyStatus === 'public';
  const isHidden = counts.hiddenSubscriberCount ?? false;
  return {
    viewCount: String(counts.viewCount ?? videos.reduce((sum, { viewCount }) => sum + viewCount, 0)),
    ...(!isHidden && { subscriberCount: String(roundDown(counts.subscriberCount ?? 0)) }),
    hiddenSubscriberCount: isHidden,
    videoCount: String(counts.videoCount ?? videos.filter(isPublic).length),
  };
}

/** To three significant figures (resource page `channels`, statistics.subscriberCount). */
function roundDown(count: number): number {
  const unit = 10 ** Math.max(0, String(count).length - 3);
  return Math.floor(count / unit) * unit;
}

/** The part `statistics` of a video: numbers as strings; hidden numbers are missing. */
export function presentVideoStatistics({ viewCount, likeCount, commentCount }: Video): object {
  return {
    viewCount: String(viewCount),
    ...(likeCount !== null && { likeCount: String(likeCount) }),
    favoriteCount: '0',
    ...(commentCount !== null && { commentCount: String(commentCount) }),
  };
}

/** Sets counts; other counts stay. Answers with the part `statistics`; undefined: no such channel or video. */
export function changeStatistics(context: YoutubeContext, change: StatisticsChange): object | undefined {
  if ('videoId' in change) return changeVideo(context, change);
  if ('postId' in change) return undefined;
  const { channelId, ...counts } = change;
  const channel = openChannel(context, channelId);
  if (!channel) return undefined;
  const changed = { ...channel, counts: { ...channel.counts, ...counts } };
  context.store.channels.put(channelId, changed);
  return presentChannelStatistics(context, changed);
}

function changeVideo({ store }: YoutubeContext, { videoId, ...counts }: VideoStatisticsChange): object | undefined {
  const video = store.videos.get(videoId);
  if (!video) return undefined;
  const changed = { ...video, ...counts };
  store.videos.put(videoId, changed);
  return presentVideoStatistics(changed);
}
