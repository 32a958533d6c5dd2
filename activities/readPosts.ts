import { channelAccess } from '../channels/channelAccess';
import { spendingOfReadings } from '../channels/spendQuota';
import { featuresIn } from '../domain/consent/feature';
import { PublishFailure } from '../domain/failures/PublishFailure';
import { nextReadingAt } from '../domain/statistics/readings';
import { endReadings, moveReadings, noteReadings } from '../models/readings/noteReadings';
import { PostReading } from '../models/readings/PostReading';
import { RunChannel } from '../models/assignments/runSubjects';
import { readingsDue } from '../models/readings/readingsDue';
import type { DuePost } from '../models/readings/readingsDue';
import type { ManyPosts, Platform } from '../platforms/Platform';
import type { ActivityDeps } from './deps';

/** Due posts whose connections are looked at together, and posts of a connection of which each has a call of its own. */
const batchSize = 1000;
const singlePosts = 50;
/** Few enough that a platform does not take it for an attack. */
const callsAtOnce = 8;
/** After so many calls in a row that a platform does not answer, the rest waits for the next round. */
const faultsMax = 3;
/** A post that could not be read is tried again after this, at the earliest. */
const pauseMs = 1_800_000;

/** The outcome of a round. `missed` and `later` posts have no reading of this time, or none yet. */
export interface RoundCounts {
  noted: number;
  gone: number;
  missed: number;
  later: number;
}

export type ReadingDeps = Pick<ActivityDeps, 'dueGate' | 'logger' | 'platforms' | 'secrets'>;

interface Round {
  readonly deps: ReadingDeps;
  readonly goOn: () => Promise<void>;
  readonly signal: AbortSignal;
  readonly platform: Platform;
  readonly counts: RoundCounts;
  /** Calls in a row that the platform has not answered. */
  faults: number;
}

/** The posts of one call: of one connection, the first of them is due. */
type Group = readonly [DuePost, ...DuePost[]];

/**
 * Reads the posts of each platform whose time has come, each with the token of its own connection (contract.md §2). A connection that
 * fails does not touch the others. While a platform is down, or its quota is kept for publications, posts wait.
 * @param goOn ends the round by an error where another process does it by now, and where this one stops
 * @param signal ends its calls when this process stops
 */
export async function readDuePosts(
  deps: ReadingDeps,
  { goOn, signal }: Pick<Round, 'goOn' | 'signal'>,
): Promise<Record<string, RoundCounts>> {
  await PostReading.makePartitions();
  const rounds: Record<string, RoundCounts> = {};
  for (const [slug, platform] of deps.platforms) {
    const counts = { noted: 0, gone: 0, missed: 0, later: 0 };
    const round: Round = { deps, platform, counts, faults: 0, goOn, signal };
    while (await readBatch(round));
    deps.logger.info({ platform: slug, ...counts }, 'the numbers of posts were read');
    rounds[slug] = counts;
  }
  return rounds;
}

/** @returns whether there may be more to read */
async function readBatch(round: Round): Promise<boolean> {
  const { deps, platform, counts } = round;
  const atOnceMax = platform.stats.posts?.atOnceMax ?? 1;
  const readsAhead = atOnceMax > 1;
  const ofConnection = readsAhead ? atOnceMax : singlePosts;
  const due = await readingsDue(platform.slug, { limit: batchSize, ofConnection, readsAhead });
  const before = totalOf(counts);
  const isReadable = (post: DuePost): boolean => post.isWanted && hasInsights(platform, post);
  await miss(
    round,
    due.filter((post) => post.isDue && !isReadable(post)),
  );
  const groups = groupsOf(due.filter(isReadable), atOnceMax);
  for (let index = 0; index < groups.length; index += callsAtOnce) {
    await deps.dueGate.standBack();
    await round.goOn();
    await Promise.all(groups.slice(index, index + callsAtOnce).map(async (group) => readGroup(round, group)));
    if (round.faults >= faultsMax) return false;
  }
  return totalOf(counts) > before;
}

function hasInsights({ permissions }: Platform, post: DuePost): boolean {
  return featuresIn(permissions, post.permissions).insights !== 'missing';
}

/** Posts of one connection follow one another, the due posts before the others. */
function groupsOf(posts: readonly DuePost[], sizeMax: number): Group[] {
  const groups: [DuePost, ...DuePost[]][] = [];
  for (const post of posts) {
    const group = groups.at(-1);
    const isSame = group?.[0].connectionId === post.connectionId;
    if (group && isSame && group.length < sizeMax) group.push(post);
    else if (post.isDue) groups.push([post]);
  }
  return groups;
}

/** @throws the abort reason of the round, and errors of the database */
async function readGroup(round: Round, group: Group): Promise<void> {
  try {
    await note(round, group, await ask(round, group));
    round.faults = 0;
  } catch (error) {
    if (round.signal.aborted) await round.goOn();
    if (!(error instanceof PublishFailure)) throw error;
    await putOff(round, group, error);
  }
}

async function ask({ deps, platform, signal }: Round, group: Group): ReturnType<ManyPosts['read']> {
  const channel = new RunChannel(group[0].connectionId);
  const access = channelAccess(deps, { platform, channel, signal, spends: spendingOfReadings });
  const ids = group.flatMap(({ postId }) => postId ?? []);
  const { stats: live } = platform;
  const many: ManyPosts | undefined = live.posts;
  if (many) return access.call(async (call) => many.read(call, ids));
  const [id = ''] = ids;
  const stats = await access.call(async (call) => live.post(call, id));
  return new Map(stats ? [[id, { ...stats, reach: null, watchTimeSeconds: null }]] : []);
}

/** Posts that the platform does not have are gone: each was published an hour ago or longer. */
async function note({ counts }: Round, group: Group, found: Awaited<ReturnType<typeof ask>>): Promise<void> {
  const noted = group.flatMap((post) => {
    const figures = found.get(post.postId ?? '');
    return figures ? [{ post, to: nextOf(post), figures }] : [];
  });
  const ofGroup = {
    noted: await noteReadings(group[0].connectionId, noted),
    gone: await endReadings(group.filter(({ postId }) => !found.has(postId ?? ''))),
  };
  counts.noted += ofGroup.noted;
  counts.gone += ofGroup.gone;
}

/** A post that was read ahead has had its reading. */
function nextOf({ publishedAt, nextAt }: DuePost): Date | null {
  return nextReadingAt(publishedAt, new Date(Math.max(Date.now(), nextAt.getTime())));
}

async function miss({ counts }: Round, posts: readonly DuePost[]): Promise<void> {
  const missed = await moveReadings(posts.map((post) => ({ post, to: nextOf(post) })));
  counts.missed += missed;
}

/** What may pass is tried again. Access that is lost does not come back by asking: the reading is missed. */
async function putOff(round: Round, group: Group, failure: PublishFailure): Promise<void> {
  const { deps, platform, counts } = round;
  const due = group.filter(({ isDue }) => isDue);
  const context = { err: failure, connectionId: group[0].connectionId, platform: platform.slug };
  deps.logger.warn(context, 'the numbers of some posts could not be read');
  if (!failure.transient) return miss(round, due);
  const lacksQuota = failure.code === 'QUOTA_EXCEEDED';
  if (!lacksQuota) round.faults += 1;
  const to = new Date(Date.now() + Math.max(pauseMs, failure.retryAfterMs ?? 0));
  const later = await moveReadings(
    due.map((post) => ({ post, to })),
    lacksQuota,
  );
  counts.later += later;
  return undefined;
}

function totalOf({ noted, gone, missed, later }: RoundCounts): number {
  return noted + gone + missed + later;
}
