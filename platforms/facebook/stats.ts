import { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { ChannelStats, PostFigures, PostStats } from '../Platform';
import { readError, saysGone } from './failures';
import { callGraph, readGraph } from './http';
import type { FacebookClient, GraphCall } from './http';
import { fetchPage } from './pages';

/**
 * Metrics that Graph still answers; `page_impressions`, `post_impressions` and their kin are refused since 2025-11
 * (Page Insights, deprecated metrics).
 */
const pageViews = 'page_media_view';
const postViews = 'post_media_view';
const postReach = 'post_total_media_view_unique';

/** An edge with its number; Facebook leaves the summary out where the token may not see it. */
const Counted = z.object({ summary: z.object({ total_count: z.number().optional() }).optional() });
type Counted = z.infer<typeof Counted>;

/** The most days that one question may be about (Page Insights, `since` and `until`). */
const spanDays = 91;
/** Facebook keeps the insights of two years: 8 spans of 91 days. */
const spans = 8;
const dayMs = 86_400_000;

/**
 * Followers, views and posts of a page. Facebook tells the views of a page by the day, and of the last two years only: so
 * their sum may fall. The views are null where the owner has not granted `read_insights`.
 */
export async function fetchPageStats(client: FacebookClient, call: GraphCall): Promise<ChannelStats> {
  const page = await fetchPage(client, call);
  const id = page.externalPlatformId;
  const [totalViews, totalPosts] = await Promise.all([
    countPageViews(client, call, id).catch(nullWithoutInsights),
    countPosts(client, call, id),
  ]);
  return { subscribers: page.metadata.subscribers, totalViews, totalPosts };
}

/** Facebook refuses insights alone: the page itself was read before. */
function nullWithoutInsights(error: unknown): null {
  if (error instanceof PublishFailure && error.code === 'PERMISSION_DENIED') return null;
  throw error;
}

async function countPosts(client: FacebookClient, call: GraphCall, id: string): Promise<number | null> {
  const parameters = { limit: '0', summary: 'total_count' };
  const answer = await callGraph(client, call, { method: 'GET', path: `${id}/published_posts`, parameters });
  return readGraph(answer, Counted, 'a list of posts').summary?.total_count ?? null;
}

/** A value is a number, or a number for each of some groups. Null: the value cannot be read. */
const Value = z
  .union([z.number(), z.record(z.string(), z.number()).transform((groups) => sum(Object.values(groups)))])
  .nullable()
  .catch(null);
const Insights = z.object({
  data: z.array(z.object({ values: z.array(z.object({ value: Value })).default([]) })).default([]),
});

/** The views of all days that Facebook tells, summed; the last day is today. Null if Facebook tells no day. */
async function countPageViews(client: FacebookClient, call: GraphCall, id: string): Promise<number | null> {
  const endMs = Math.ceil(Date.now() / dayMs) * dayMs;
  const seconds = (daysBefore: number): string => String((endMs - daysBefore * dayMs) / 1000);
  const spansRead = Array.from({ length: spans }, (_, nth) =>
    readViews(client, call, id, {
      metric: pageViews,
      period: 'day',
      since: seconds((nth + 1) * spanDays),
      until: seconds(nth * spanDays),
    }),
  );
  const days = (await Promise.all(spansRead)).flat();
  return days.length === 0 ? null : sumOf(days);
}

/** @returns a single null for a metric that Facebook has dropped, or does not have for this object */
async function readViews(
  client: FacebookClient,
  call: GraphCall,
  id: string,
  parameters: Record<string, string>,
): Promise<(number | null)[]> {
  const path = `${encodeURIComponent(id)}/insights`;
  const answer = await callGraph(client, call, { method: 'GET', path, parameters });
  if (saysGone(answer)) return [null];
  try {
    const { data } = readGraph(answer, Insights, 'insights');
    return data.flatMap(({ values }) => values.map(({ value }) => value));
  } catch (error) {
    if (error instanceof PublishFailure && error.code === 'PLATFORM_REJECTED' && !error.transient) return [null];
    throw error;
  }
}

/** The sum of parts; null if a part is not known, since a sum of the other parts would be wrong. */
function sumOf(parts: readonly (number | null)[]): number | null {
  const known = parts.filter((part) => part !== null);
  return known.length === parts.length ? sum(known) : null;
}

const Counters = z.object({
  /** The views of a video. Other objects have no such field. */
  views: z.number().optional(),
  reactions: Counted.optional(),
  likes: Counted.optional(),
  comments: Counted.optional(),
  shares: z.object({ count: z.number().default(0) }).optional(),
  /** The post that shows a video, without the id of the page before it, and the page. */
  post_id: z.string().optional(),
  from: z.object({ id: z.string() }).optional(),
});
type Counters = z.infer<typeof Counters>;
const counted = (name: string): string => `${name}.limit(0).summary(total_count)`;
const postFields = `id,shares,${counted('reactions')},${counted('comments')}`;
/** A video has no shares: the post that shows it has them. */
const videoFields = `id,views,post_id,from,${counted('likes')},${counted('comments')}`;

/**
 * The views and reactions of a post; null for a post that Facebook does not have. A post of the feed has its page's id
 * in its own. An id without it is that of a video, a reel or a story, and a story has the fields of a post.
 */
export async function fetchPostStats(
  client: FacebookClient,
  call: GraphCall,
  platformPostId: string,
): Promise<PostStats | null> {
  return (await readPost(client, call, platformPostId))?.stats ?? null;
}

/** The same of some posts, one after the other, and the people who have seen each. */
export async function fetchPostFigures(
  client: FacebookClient,
  call: GraphCall,
  ids: readonly string[],
): Promise<Map<string, PostFigures>> {
  const figures = new Map<string, PostFigures>();
  for (const id of ids) {
    const found = await readPost(client, call, id);
    if (!found) continue;
    const { stats, postId } = found;
    const reach = postId === null ? null : sumOf(await readViews(client, call, postId, { metric: postReach }));
    figures.set(id, { ...stats, reach, watchTimeSeconds: null });
  }
  return figures;
}

interface FoundPost {
  stats: PostStats;
  /** Insights of a video are those of the post that shows it; null: Facebook does not tell of that post. */
  postId: string | null;
}

async function readPost(client: FacebookClient, call: GraphCall, platformPostId: string): Promise<FoundPost | null> {
  const isOfFeed = platformPostId.includes('_');
  const ofVideo = isOfFeed ? 'anotherType' : await readCounters(client, call, platformPostId, videoFields);
  const isVideo = ofVideo !== 'anotherType';
  const found = isVideo ? ofVideo : await readCounters(client, call, platformPostId, postFields);
  if (found === null) return null;
  const own: Counters = found === 'anotherType' ? {} : found;
  const shownBy = postIdOf(own);
  const { views, reactions, likes, comments, shares } = { ...own, ...(await readPostOf(client, call, shownBy)) };
  const stats = {
    views: isVideo ? (views ?? 0) : (sumOf(await readViews(client, call, platformPostId, { metric: postViews })) ?? 0),
    likes: countOf(reactions ?? likes),
    comments: countOf(comments),
    shares: shares?.count ?? 0,
  };
  return { stats, postId: isVideo ? shownBy : platformPostId };
}

/** The post that shows a video; null if Facebook does not tell of one. */
function postIdOf({ post_id: postId, from }: Counters): string | null {
  if (postId === undefined || !from) return null;
  return postId.includes('_') ? postId : `${from.id}_${postId}`;
}

/** The reactions to the post of a video. */
async function readPostOf(
  client: FacebookClient,
  call: GraphCall,
  id: string | null,
): Promise<Omit<Counters, 'views'>> {
  if (id === null) return {};
  const found = await readCounters(client, call, id, postFields);
  if (found === null || found === 'anotherType') return {};
  const { reactions, comments, shares } = found;
  return { ...(reactions && { reactions }), ...(comments && { comments }), ...(shares && { shares }) };
}

/** @returns null for an object that Facebook does not have; `anotherType` for an object that lacks a field */
async function readCounters(
  client: FacebookClient,
  call: GraphCall,
  id: string,
  fields: string,
): Promise<Counters | null | 'anotherType'> {
  const answer = await callGraph(client, call, { method: 'GET', path: encodeURIComponent(id), parameters: { fields } });
  if (saysGone(answer)) return null;
  const { code, message = '' } = readError(answer) ?? {};
  if (code === 100 && /nonexisting field/i.test(message)) return 'anotherType';
  return readGraph(answer, Counters, 'the numbers of a post');
}

function countOf(edge: Counted | undefined): number {
  return edge?.summary?.total_count ?? 0;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
