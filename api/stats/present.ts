import { AnswerWithHeaders } from '../http/Route';
import { creditHeaders } from '../http/creditHeaders';
import type { CreditHeaders } from '../http/creditHeaders';
import type { BilledAnswer } from './billLiveCall';
import type { ChannelStatsFound } from './getChannelStats';
import type { PostStatsFound } from './getPostStats';
import type { ChannelStats, PostStats } from './schema';

/** A counter that the platform does not tell is 0 here (contract.md §8). */
export function presentChannelStats({
  result: { connection, stats },
  creditsUsed,
  balance,
}: BilledAnswer<ChannelStatsFound>): AnswerWithHeaders<ChannelStats, CreditHeaders> {
  const { subscribers, totalViews, totalPosts } = stats;
  const counters = { subscribers: subscribers ?? 0, totalViews: totalViews ?? 0, totalPosts: totalPosts ?? 0 };
  const body = { ...of(connection), ...counters };
  return new AnswerWithHeaders(body, creditHeaders(creditsUsed, balance));
}

export function presentPostStats({
  result: { connection, postId, stats },
  creditsUsed,
  balance,
}: BilledAnswer<PostStatsFound>): AnswerWithHeaders<PostStats, CreditHeaders> {
  const { views, likes, comments, shares } = stats;
  const body = { postId, ...of(connection), views, likes, comments, shares };
  return new AnswerWithHeaders(body, creditHeaders(creditsUsed, balance));
}

function of({ id, platform }: ChannelStatsFound['connection']) {
  return { connectionId: id, platform, fetchedAt: new Date().toISOString() };
}
