import { featuresIn } from '../../../domain/consent/feature';
import { readingStateOf } from '../../../domain/statistics/readings';
import type { ReadingState } from '../../../domain/statistics/readings';
import { PostReading } from '../../../models/readings/PostReading';
import type { ReadingPoint } from '../../../models/readings/PostReading';
import { findReadPost } from '../../../models/readings/postHistory';
import type { ReadPostFound } from '../../../models/readings/postHistory';
import type { Tenant } from '../../../models/database/Tenant';
import { factsOf } from '../../../platforms';
import { noSuchPost } from '../refusals';

export interface StatsHistoryFound extends Pick<ReadPostFound, 'assignmentId' | 'connectionId' | 'platform'> {
  readonly points: readonly ReadingPoint[];
  readonly state: ReadingState;
}

interface HistoryAsked {
  assignmentId: string;
  dateFrom?: Date | undefined;
  dateTo?: Date | undefined;
}

/** Longer than the readings of a post go on, so that no other months are looked at. */
const readMs = 367 * 86_400_000;

/** The numbers of a published post over time. @throws ApiError 404 for a post that is not published, as for a foreign one */
export async function historyOf(
  tenant: Tenant,
  { assignmentId, dateFrom, dateTo }: HistoryAsked,
): Promise<StatsHistoryFound> {
  const post = await findReadPost(tenant, assignmentId);
  if (!post) throw noSuchPost.error();
  const { connectionId, platform, publishedAt } = post;
  const begin = publishedAt ?? new Date(0);
  const range = { from: latest(begin, dateFrom), to: earliest(new Date(begin.getTime() + readMs), dateTo) };
  const points = range.from < range.to ? await PostReading.ofPost(assignmentId, range) : [];
  const state = readingStateOf({ ...post, hasAccess: hasAccess(post) });
  return { assignmentId, connectionId, platform, points, state };
}

function hasAccess({ platform, hasToken, permissions }: ReadPostFound): boolean {
  return hasToken && featuresIn(factsOf(platform).permissions, permissions).insights !== 'missing';
}

const latest = (one: Date, other = one): Date => (one < other ? other : one);
const earliest = (one: Date, other = one): Date => (one < other ? one : other);
