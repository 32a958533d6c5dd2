import { z } from 'zod';
import { PublishFailure } from '../../domain/PublishFailure';
import type { ChannelCall, ChannelStats, PostStats } from '../Platform';
import { callGraph, readGraph } from './http';
import type { FacebookClient } from './http';
import { findObject } from './objects';
import { fetchPage } from './pages';

/**
 * Metrics that Graph still answers; `page_impressions`, `post_impressions` and their kin are refused since 2025-11
 * (Page Insights, deprecated metrics).
 */
const pageViews = 'page_media_view';
const postViews = 'post_media_view';

const Summary = z.object({ summary: z.object({ total_count: z.number() }) }).optional();

/** Followers, views and posts of a page; Facebook's insights count the views of a day. */
export async function fetchPageStats(client: FacebookClient, call: ChannelCall): Promise<ChannelStats> {
  const page = await fetchPage(client, call);
  const id = page.externalPlatformId;
  const [totalViews, totalPosts] = await Promise.all([
    countViews(client, call, id, pageViews),
    countPosts(client, call, id),
  ]);
  return { subscribers: page.metadata.subscribers ?? 0, totalViews, totalPosts };
}

async function countPosts(client: FacebookClient, call: ChannelCall, id: string): Promise<number> {
  const parameters = { limit: '0', summary: 'total_count' };
  const answer = await callGraph(client, call, { method: 'GET', path: `${id}/published_posts`, parameters });
  return (
    readGraph(answer, z.object({ summary: z.object({ total_count: z.number() }).optional() }), 'a list of posts')
      .summary?.total_count ?? 0
  );
}

/** A value is a number, or one for each of some groups; none stands for 0. */
const Value = z
  .union([z.number(), z.record(z.string(), z.number()).transform((groups) => sum(Object.values(groups)))])
  .catch(0);
const Insights = z.object({
  data: z.array(z.object({ values: z.array(z.object({ value: Value.default(0) })).default([]) })).default([]),
});

/** A metric that Facebook has dropped, or does not have for this post, counts nothing. */
async function countViews(client: FacebookClient, call: ChannelCall, id: string, metric: string): Promise<number> {
  const period = metric === pageViews ? { period: 'day' } : {};
  const answer = await callGraph(client, call, {
    method: 'GET',
    path: `${encodeURIComponent(id)}/insights`,
    parameters: { metric, ...period },
  });
  try {
    const { data } = readGraph(answer, Insights, 'insights');
    return sum(data.flatMap(({ values }) => values.map(({ value }) => value)));
  } catch (error) {
    if (error instanceof PublishFailure && error.code === 'PLATFORM_REJECTED') return 0;
    throw error;
  }
}

const Counters = z.object({
  /** Of a video alone. */
  views: z.number().optional(),
  reactions: Summary,
  likes: Summary,
  comments: Summary,
  shares: z.object({ count: z.number().default(0) }).optional(),
});
const counted = (name: string): string => `${name}.limit(0).summary(total_count)`;
const postFields = `id,shares,${counted('reactions')},${counted('comments')}`;
/** A video has likes, and no shares. */
const videoFields = `id,views,${counted('likes')},${counted('comments')}`;

/** A post of the feed has its page's id in its own; what has not is a video. */
export async function fetchPostStats(
  client: FacebookClient,
  call: ChannelCall,
  platformPostId: string,
): Promise<PostStats | null> {
  const isPost = platformPostId.includes('_');
  const fields = isPost ? postFields : videoFields;
  const found = await findObject(client, call, platformPostId, { fields, schema: Counters });
  if (!found) return null;
  const { views, reactions, likes, comments, shares } = found;
  return {
    views: isPost ? await countViews(client, call, platformPostId, postViews) : (views ?? 0),
    likes: (reactions ?? likes)?.summary.total_count ?? 0,
    comments: comments?.summary.total_count ?? 0,
    shares: shares?.count ?? 0,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
