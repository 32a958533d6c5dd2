import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../support/actors';
import { passTime } from '../support/runs/passTime';
import { until } from '../support/until';
import { page } from './page';
import { openPost } from './posts';
import type { Post } from './posts';
import type { Stage } from './stage';
import { stories } from './stories';
import type { Story } from './stories';

/** What becomes of Temporal when the database goes back. */
export interface Fate {
  name: 'kept' | 'emptied' | 'of before' | 'of between';
  /** Whether Temporal knows the runs that were started since. */
  isWitness: boolean;
}

export interface Played {
  story: Story;
  post: Post;
  /** The last webhook before the loss; null: none. */
  toldBefore: string | null;
  /** What the caller is told by GET once the service is back. */
  firstLook: Answer;
  /** A create with the same key then. */
  repeat: Answer;
}

export interface Rehearsal {
  knownUntil: string;
  /** The assignments that were marked. */
  marked: string[];
  played: Played[];
  /** When the service was stopped (`performance.now()`). */
  stoppedAtMs: number;
}

const hourMs = 3_600_000;
const holdMs = 24 * hourMs;

/** Posts and their callers, a loss of the database, and the operator who does what docs/deploy.md says. */
export async function rehearse(stage: Stage, fate: Fate): Promise<Rehearsal> {
  await stage.start();
  await stage.cluster.backUp();
  const posts = await openPosts(stage, fate);
  await each(posts, async ({ story, post }) => (story.soon ? undefined : story.before?.(post)));
  if (fate.name === 'of before') await stage.temporal.keep();
  await beginSoon(stage, posts);
  await restIn(stage, stage.lateReceiver.url);
  const knownUntil = await stage.cluster.moment();
  await delay(1000);
  stage.lateReceiver.release();
  await each(posts, async ({ story, post }) => (story.isWitnessed ? story.since?.(post) : undefined));
  if (fate.name === 'of between') await stage.temporal.keep();
  await each(posts, async ({ story, post }) => (story.isWitnessed ? undefined : story.since?.(post)));
  await restIn(stage);
  await stage.cluster.lose();
  await stage.stopService();
  const stoppedAtMs = performance.now();
  const marked = await bringBack(stage, fate, knownUntil);
  const toldBefore = posts.map((one) => latestTold(one, eventsOf(stage, one.post, 0, stoppedAtMs)));
  const played: Played[] = [];
  for (const [nth, { story, post }] of posts.entries())
    played.push({
      story,
      post,
      toldBefore: toldBefore[nth]!,
      firstLook: await post.look(),
      repeat: await post.repeat(),
    });
  return { knownUntil, marked, played, stoppedAtMs };
}

interface Opened {
  story: Story;
  post: Post;
}

async function openPosts(stage: Stage, { isWitness }: Fate): Promise<Opened[]> {
  const told = stories.filter(({ isWitnessed = false }) => isWitness || !isWitnessed);
  const opened: Opened[] = [];
  for (const [nth, story] of told.entries()) {
    const receiver = story.isRefused ? stage.lateReceiver : stage.receiver;
    for (const [nthKind, kind] of story.kinds.entries())
      opened.push({ story, post: await openPost(stage, `restore-${nth + 10}${'ab'[nthKind]}`, kind, receiver) });
  }
  return opened;
}

const soonMs = 20_000;
/** So long before their time all is prepared, however slow the machine. */
const leastMs = 5_000;

/** Creates the posts whose time comes soon, further ahead each time until all are ready before it. */
async function beginSoon(stage: Stage, posts: Opened[], aheadMs = soonMs): Promise<void> {
  const soon = posts.filter(({ story }) => story.soon);
  await each(soon, async ({ story, post }) => {
    await post.create({ inMs: aheadMs, prepareAheadSeconds: story.soon === 'prepared' ? 7200 : 0 });
    await story.before?.(post);
  });
  const isInTime = soon.every(({ post }) => post.dueAtMs()! > Date.now() + leastMs);
  if (isInTime) return;
  for (const one of soon) one.post = await openPost(stage, `${one.post.key}+`, one.post.kind);
  await beginSoon(stage, posts, 2 * aheadMs);
}

/** Repeats the creates of posts that were lost and never published, once the hold of unknown keys is over. @returns their answers */
export async function repeatAfterHold(stage: Stage, { played, knownUntil }: Rehearsal): Promise<number[]> {
  await stage.stopService();
  await stage.start({ IDEMPOTENCY_HOLD_UNTIL: knownUntil });
  const lost = played.filter(({ firstLook, toldBefore }) => firstLook.status === 404 && toldBefore === null);
  return Promise.all(lost.map(async ({ post }) => (await post.repeat()).status));
}

/** Waits until all webhooks have come, except to this receiver. */
async function restIn({ service: { database } }: Stage, exceptTo = 'nowhere'): Promise<void> {
  const left = `SELECT 1 FROM webhook_deliveries WHERE status = 'pending' AND NOT starts_with(url, $1)`;
  await until(async () => (await database.query(left, [exceptTo])).length === 0);
}

/** The operator's steps. @returns the ids that were marked */
async function bringBack(stage: Stage, { name }: Fate, knownUntil: string): Promise<string[]> {
  await stage.cluster.restore(knownUntil);
  if (name === 'emptied') await stage.temporal.empty();
  if (name === 'of before' || name === 'of between') await stage.temporal.goBack();
  const hold = new Date(Date.parse(knownUntil) + holdMs).toISOString();
  const [list = '', mark = '', ...after] = page.commands.map((line) => line.replaceAll('<knownUntil>', knownUntil));
  await stage.type(list);
  const { marked } = JSON.parse(await stage.type(mark)) as { marked: string[] };
  await stage.start({ IDEMPOTENCY_HOLD_UNTIL: hold });
  for (const command of after) await stage.type(command);
  return marked;
}

const lookedForMs = 10 * 60_000;

/** Lets the time pass in which the service looks for posts, and then the time of each scheduled post come; until all has ended. */
export async function letAllEnd(stage: Stage, { played, marked }: Rehearsal): Promise<void> {
  const { database } = stage.service;
  for (const id of marked) await passTime(database, id, lookedForMs);
  const open = await database.query<{ id: string }>(
    `SELECT id FROM assignments WHERE status IN ('pending', 'uploading', 'uploaded') AND scheduled_at > clock_timestamp()`,
  );
  for (const { id } of open) await stage.bringTime(id);
  for (const { post } of played) post.release();
  await until(async () => (await unrest(stage)).length === 0, {
    limitMs: 400_000,
    wanted: 'all has ended',
  }).catch(async (cause: unknown) => {
    throw new Error(`these do not end: ${(await unrest(stage)).join('; ')}`, { cause });
  });
}

async function unrest({ service: { database } }: Stage): Promise<string[]> {
  const rows = await database.query<{ what: string }>(
    `SELECT idempotency_key || ' ' || status || ' ' || coalesce(next_work, '') || ' clean-up ' || cleanup AS what FROM assignments
       WHERE status NOT IN ('published', 'failed', 'cancelled') OR cleanup = 'due' OR owes_extras
     UNION ALL SELECT 'webhook ' || event FROM webhook_deliveries WHERE status = 'pending'
     UNION ALL SELECT kind || ' ' || workflow FROM outbox WHERE dispatched_at IS NULL`,
  );
  return rows.map(({ what }) => what);
}

/** The statuses that webhooks tell, in the order of a life. */
export const life: readonly string[] = ['uploading', 'uploaded', 'processing', 'published', 'failed', 'cancelled'];
const inLife = (one: string, other: string): number => life.indexOf(one) - life.indexOf(other);

/** Webhooks that were refused at first come in any order. */
function latestTold({ story: { isRefused = false } }: Opened, told: string[]): string | null {
  return (isRefused ? told.toSorted(inLife) : told).at(-1) ?? null;
}

/** The statuses that a post's webhooks have told between two moments (`performance.now()`), in the order in which they came. */
export function eventsOf({ receiver, lateReceiver }: Stage, { path }: Post, fromMs: number, toMs = Infinity): string[] {
  return [...receiver.received, ...lateReceiver.received]
    .filter((one) => one.path.endsWith(path) && one.atMs > fromMs && one.atMs <= toMs)
    .map(({ body }) => JSON.parse(body).status);
}

async function each<One>(all: readonly One[], work: (one: One) => Promise<void> | undefined): Promise<void> {
  await Promise.all(all.map(async (one) => work(one)));
}
