import type { GraphCall } from './graph/call';
import { isGranted } from './graph/call';
import { addressWith } from './graph/list';
import { refuse, refuseParameter } from './errors';
import { postsOf } from './objects';
import { timeText } from './present';
import type { Page, Post, Video } from './records';

const dayMs = 24 * 3_600_000;
const daysMax = 93;
/** A day of insights ends at midnight in California; here always at 08:00 UTC. */
const dayEndMs = 8 * 3_600_000;

/** The remaining metrics of a page (reference §5.2); any other metric is refused, as dropped metrics are. */
const pageMetrics: Readonly<Record<string, (call: GraphCall, page: Page) => number>> = {
  page_media_view: viewsOf,
  page_total_media_view_unique: viewsOf,
  page_follows: (_call, { counts }) => counts.subscriberCount ?? 0,
  page_post_engagements: (call, page) =>
    sum(
      postsOf(call.context, page.id),
      ({ likeCount, commentCount, shareCount }) => likeCount + commentCount + shareCount,
    ),
};

const postMetrics: Readonly<Record<string, (post: Post) => number>> = {
  post_media_view: ({ viewCount }) => viewCount,
  post_total_media_view_unique: ({ viewCount }) => viewCount,
  post_clicks: () => 0,
  post_reactions_like_total: ({ likeCount }) => likeCount,
};

const videoMetrics = ['total_video_views', 'blue_reels_play_count', 'fb_reels_total_plays', 'post_video_views'];

function sum<T>(all: readonly T[], count: (one: T) => number): number {
  return all.reduce((total, one) => total + count(one), 0);
}

function viewsOf({ context }: GraphCall, { id, counts }: Page): number {
  return counts.viewCount ?? sum(postsOf(context, id), ({ viewCount }) => viewCount);
}

/** The number of days up to today over which a page's counters are spread evenly. */
const historyDays = 200;

/** The part of a total that falls on the day that ends then. The parts of all days make the total. */
function onDay({ context }: GraphCall, total: number, endMs: number): number {
  const daysAgo = Math.floor((lastEndOf(context.clock()) - endMs) / dayMs);
  if (daysAgo < 0 || daysAgo >= historyDays) return 0;
  const until = (days: number): number => Math.floor((total * days) / historyDays);
  return until(historyDays - daysAgo) - until(historyDays - daysAgo - 1);
}

/** The end of the day that this moment is in. */
function lastEndOf(nowMs: number): number {
  return Math.floor(nowMs / dayMs) * dayMs + dayEndMs + dayMs;
}

/** Insights of a page for `period=day`: a value a day from `since` to `until`. */
export function pageInsights(call: GraphCall, page: Page): object {
  const metrics = readMetrics(call, call.params.get('metric'), Object.keys(pageMetrics));
  const period = call.params.get('period') ?? 'day';
  if (!['day', 'week', 'days_28'].includes(period)) throw refuseParameter('The period is not valid for this metric');
  const ends = readDays(call);
  return {
    data: metrics.map((name) => {
      const total = pageMetrics[name]?.(call, page) ?? 0;
      const isState = name === 'page_follows';
      return row(
        `${page.id}/insights`,
        name,
        period,
        ends.map((endMs) => {
          const value = isState ? total : onDay(call, total, endMs);
          return { value: valueOf(call, value), end_time: timeText(endMs) };
        }),
      );
    }),
    paging: pagingOf(call),
  };
}

/** Insights of a post, over its life. A video's own post has insights; the video has none. */
export function postInsights(call: GraphCall, post: Post, metric: string | null): object {
  const metrics = readMetrics(call, metric, Object.keys(postMetrics));
  const data = metrics.map((name) => {
    return row(`${post.id}/insights`, name, 'lifetime', [{ value: valueOf(call, postMetrics[name]?.(post) ?? 0) }]);
  });
  return { data, paging: pagingOf(call) };
}

/** `video_insights`: how often a video was played. */
export function videoInsights(call: GraphCall, video: Video): object {
  const metrics = readMetrics(call, call.params.get('metric') ?? videoMetrics.join(','), videoMetrics);
  const views = call.context.store.posts.get(video.postId ?? '')?.viewCount ?? 0;
  const isOfUse = (name: string) => name.includes('reels') === (video.use === 'reel');
  const data = metrics
    .filter(isOfUse)
    .map((name) => row(`${video.id}/video_insights`, name, 'lifetime', [{ value: views }]));
  return { data, paging: pagingOf(call) };
}

/** The requested metrics. Throws code 200 without `read_insights`, code 100 for an unknown or dropped metric. */
function readMetrics({ viewer, params }: GraphCall, text: string | null, known: readonly string[]): string[] {
  if (!isGranted(viewer, 'read_insights'))
    throw refuse('permissionsMissing', { message: '(#200) Requires read_insights permission' });
  const names = (text ?? '')
    .replace(/[[\]"\s]/g, '')
    .split(',')
    .filter((name) => name !== '');
  if (names.length === 0 && !params.has('metric')) throw refuseParameter('The parameter metric is required');
  if (names.some((name) => !known.includes(name))) throw refuse('invalidMetric');
  return names;
}

/** The requested time; without `since` and `until`, the last two days. */
function readSpan({ context, params }: GraphCall): { sinceMs: number; untilMs: number } {
  const untilMs = readTime(params.get('until')) ?? context.clock();
  return { sinceMs: readTime(params.get('since')) ?? untilMs - 2 * dayMs, untilMs };
}

/** As recorded, insights always name the same time before and the same time after. */
function pagingOf(call: GraphCall): { previous: string; next: string } {
  const { sinceMs, untilMs } = readSpan(call);
  const lengthMs = untilMs - sinceMs;
  const at = (fromMs: number): string => {
    const [since, until] = [fromMs, fromMs + lengthMs].map((timeMs) => String(Math.floor(timeMs / 1000)));
    return addressWith(call, { since: since ?? '', until: until ?? '' });
  };
  return { previous: at(sinceMs - lengthMs), next: at(untilMs) };
}

/** The ends of the requested days. */
function readDays(call: GraphCall): number[] {
  const { sinceMs, untilMs } = readSpan(call);
  if (untilMs - sinceMs > daysMax * dayMs)
    throw refuseParameter('There cannot be more than 93 days (8035200 s) between since and until');
  const first = Math.floor(sinceMs / dayMs) * dayMs + dayEndMs;
  const count = Math.max(1, Math.round((untilMs - sinceMs) / dayMs));
  return Array.from({ length: count }, (_, index) => first + (index + 1) * dayMs);
}

function readTime(text: string | null): number | null {
  if (text === null || text === '') return null;
  const timeMs = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text);
  if (Number.isNaN(timeMs)) throw refuseParameter('Param since must be a valid time');
  return timeMs;
}

function valueOf({ context }: GraphCall, value: number): number | object {
  if (context.settings.read().facebook.insightValues === 'number') return value;
  const followers = Math.floor(value / 2);
  return { followers, non_followers: value - followers };
}

function row(root: string, name: string, period: string, values: readonly object[]): object {
  return { name, period, values, title: name, description: name, id: `${root}/${name}/${period}` };
}
