import { v7 as uuidv7 } from 'uuid';
import type { Change } from '../../../domain/assignment/change';
import type { AssignmentStatus } from '../../../domain/assignment';
import { hasEnded } from '../../../domain/assignment/snapshot';
import { hostOf } from '../../../domain/webhook';
import { webhookLine } from '../../../domain/workflowContract';
import type { Post } from '../../../platforms/Publisher';
import { tellChange } from '../AssignmentEvent';
import { bind, bindingsOf, join, param, sql } from '../../database/fragment';
import type { BoundFragment, Fragment } from '../../database/fragment';
import { milliseconds } from '../../database/fragments';
import { OutboxEntry } from '../../outbox/OutboxEntry';
import { callPart } from './callParts';
import type { CallGiven } from './callParts';
import { changedColumns, updateBy } from './changedColumns';
import {
  charged,
  countedAnew,
  ends,
  forgotten,
  givenUp,
  kept,
  moved,
  released,
  start,
  tried,
  webhooks,
} from './consequences';
import type { Loaded } from './loadAssignment';
import { pictureGone, pictureLive, pictureReplaced } from '../../pictures/KeptPicture';
import { readFromNow, readNoMore } from '../../readings/ReadPost';
import { mediumPart, taken } from './mediaParts';
import type { NewMedium } from './mediaParts';
import { messagesOf } from './messages';

/** A statement in the making. */
interface Making {
  readonly loaded: Loaded;
  readonly change: Change;
  readonly given: Given;
  readonly post: Post | null;
  readonly settlement: 'charge' | 'release' | undefined;
  readonly parts: BoundFragment[];
  /** Arrays with the ids of outbox entries, in the order in which they are dispatched. */
  readonly orders: Fragment[];
  /** Further columns of the answer. */
  readonly more: Fragment[];
}

/** The facts of a change that its assignment does not contain. */
export interface Given extends CallGiven {
  /** The session or the object that the platform now has for one of the media. */
  medium?: NewMedium;
  /** The newer version of all media takes the place of the prepared media. */
  takesNewer?: boolean;
  /** The picture that the post has before it is live is another. */
  hasOtherPicture?: boolean;
  /** The columns that a caller has changed beside; a column not named here stays. */
  columns?: Readonly<Partial<Record<CallersColumn, unknown>>>;
}

type CallersColumn =
  | 'payload'
  | 'prepare_ahead_seconds'
  | 'callback_events'
  | 'callback_statuses'
  | 'hold_id'
  | 'media_warnings';

/** The statuses that a change reaches only by a judgement of the channel, so that the channel must be the same. */
const judged: readonly (AssignmentStatus | undefined)[] = ['uploading', 'processing'];

const sameChannel = sql`
    AND EXISTS (SELECT FROM connections c WHERE c.id = a.connection_id AND c.is_active = ${param('isActive', 'boolean')})`;

function stored(loaded: Loaded, change: Change, { post, columns = {} }: Given): BoundFragment {
  const { assignment, facts, now } = loaded;
  const live = change.moves.includes('published') && post ? columnsOf(post, new Date(now)) : {};
  const changed = { ...changedColumns(assignment, change.assignment, now), ...columns, ...live };
  const channel = judgesChannel(change.moves)
    ? bind(sameChannel, { isActive: assignment.channel.isActive })
    : bind(sql``, {});
  return bind(
    sql`stored AS (
  ${updateBy(param('changed', 'jsonb'), Object.keys(columns))}
  WHERE a.id = ${param('id', 'uuid')} AND a.version = ${param('version', 'integer')}${channel.text}
  RETURNING a.id, a.generation, a.status, a.workspace_id, a.organization_id, a.connection_id, a.platform, a.hold_id, a.created_at,
            a.scheduled_at, a.published_at, a.errors, a.media_url, a.payload)`,
    { ...channel.values, id: facts.assignmentId, version: assignment.version, changed: JSON.stringify(changed) },
  );
}

function judgesChannel(moves: Change['moves']): boolean {
  return judged.includes(moves.at(-1));
}

/**
 * The statement that stores a change and all its consequences. Its row has `outboxIds`, whether the released hold
 * `hasBought` credits, the `callId` of a call that begins, and when a post that is now live was `askedAt` (unless by this change); no row if the
 * assignment has changed since its load.
 */
export function changeStatement(loaded: Loaded, change: Change, given: Given): BoundFragment {
  const { post = loaded.result ?? undefined } = given;
  const making: Making = {
    loaded,
    change,
    given,
    post: post ?? null,
    settlement: change.credits.find((credit) => credit !== 'hold'),
    parts: [stored(loaded, change, { ...given, post })],
    orders: [],
    more: [],
  };
  for (const add of [
    addTry,
    addCall,
    addMedia,
    addCleanUp,
    addNewCounts,
    addMoves,
    addReadings,
    addSettlement,
    addRuns,
    addWebhooks,
    addPlaces,
  ])
    add(making);
  return statementOf(making);
}

function statementOf({ loaded, given, parts, orders, more, settlement, change }: Making): BoundFragment {
  const hasBought = settlement === 'release' ? sql`coalesce((SELECT bought_part > 0 FROM account), false)` : sql`false`;
  const outboxIds = join([sql`ARRAY[]::bigint[]`, ...orders], ' || ');
  const hasArrived = given.medium && 'object' in given.medium;
  const isTakenDown = change.assignment.removal !== loaded.assignment.removal;
  const telling = change.moves.length > 0 || hasArrived || isTakenDown ? [sql`${tellChange(sql`id`)} AS told`] : [];
  const answer = [sql`${outboxIds} AS "outboxIds"`, sql`${hasBought} AS "hasBought"`, ...more, ...telling];
  const made = join(
    parts.map(({ text }) => text),
    ',\n',
  );
  return bind(sql`WITH ${made} SELECT ${join(answer, ', ')} FROM stored`, bindingsOf(parts));
}

function columnsOf({ platformPostId, platformUrl }: Post, at: Date): Record<string, unknown> {
  return { platform_post_id: platformPostId, platform_url: platformUrl, published_at: at.toISOString() };
}

/** The tries of a debt do not count for the status in which the assignment has ended. */
function addTry({ loaded: { assignment, facts }, change: { failedTry }, parts }: Making): void {
  if (failedTry === null || hasEnded(assignment)) return;
  const failure = JSON.stringify(failedTry);
  parts.push(bind(tried, { id: facts.assignmentId, triedIn: assignment.status, failure }));
}

/** @throws Error where a post goes live and is not known: a bug of the caller */
function addCall({ loaded, change: { assignment, call, moves }, given, post, parts, more }: Making): void {
  if (moves.includes('published') && !post) throw new Error('what is live has a post');
  if (call === null) return;
  const { of: step = null, leaseUntil = loaded.now } = assignment.call ?? {};
  const about = { callId: loaded.facts.earlier?.id ?? null, step, leaseMs: leaseUntil - loaded.now };
  parts.push(callPart(call, { ...given, ...(post && { post }) }, about));
  if (call === 'begun') more.push(sql`(SELECT id FROM begun) AS "callId"`);
}

function addMedia({ given: { medium, takesNewer }, parts }: Making): void {
  if (takesNewer) parts.push(bind(taken, {}));
  if (medium) parts.push(mediumPart(medium));
}

function addCleanUp({ loaded, change: { assignment }, parts }: Making): void {
  if (loaded.assignment.cleanup !== 'due' || assignment.cleanup !== 'done') return;
  const { media, draft } = assignment;
  parts.push(bind(media.state === 'none' && draft.payload === 'none' ? forgotten : kept, {}));
}

function addNewCounts({ loaded, change: { assignment, moves }, parts }: Making): void {
  const { pause } = assignment;
  const isPaused = pause !== null && pause.until !== null && pause.failedAt !== loaded.assignment.pause?.failedAt;
  if (isPaused || moves[0] === 'pending') parts.push(bind(countedAnew, {}));
}

/** When the post was last asked for: by its request, or by a retry of it. */
const lastAsked = milliseconds(sql`greatest(created_at, (
  SELECT max(e.at) FROM assignment_events e WHERE e.assignment_id = stored.id AND e.status = 'pending'))`);

function addMoves({ loaded: { assignment, now }, change: { moves }, parts, more }: Making): void {
  if (moves.length === 0) return;
  const from = [assignment.status, ...moves.slice(0, -1)];
  parts.push(bind(moved, { from, to: moves, at: new Date(now) }));
  if (moves.includes('published') && moves[0] !== 'pending') more.push(sql`${lastAsked} AS "askedAt"`);
}

/** The numbers of a post are read from its publication to its removal, and so is the picture that its platform shows. */
function addReadings({ loaded, change: { assignment, moves }, given, parts }: Making): void {
  if (moves.includes('published')) parts.push(bind(readFromNow, {}), bind(pictureLive, {}));
  else if (given.hasOtherPicture) parts.push(bind(pictureReplaced, {}));
  const { removal } = assignment;
  if (removal?.state !== 'done' || loaded.assignment.removal?.state === 'done') return;
  parts.push(bind(pictureGone, {}));
  if (removal.mode === 'delete') parts.push(bind(readNoMore, {}));
}

function addSettlement({ settlement, parts }: Making): void {
  if (settlement === 'charge') parts.push(bind(charged, { entryId: uuidv7() }));
  if (settlement === 'release') parts.push(bind(released, { entryId: uuidv7(), expiryId: uuidv7() }));
}

function addRuns({ change: { runs }, settlement, parts, orders }: Making): void {
  const settles = settlement !== undefined;
  const ended = runs.filter(({ order }) => order !== 'start');
  if (ended.length > 0) {
    const endGenerations = ended.map(({ generation }) => generation);
    parts.push(bind(ends(settles), { ends: ended.map(({ order }) => order), endGenerations }));
    orders.push(sql`ARRAY(SELECT id FROM ended WHERE kind = 'terminate')`);
  }
  if (runs.length > ended.length) {
    parts.push(bind(start(settles), { ...OutboxEntry.places }));
    orders.push(sql`ARRAY(SELECT id FROM started WHERE "isClaimed")`);
  }
  if (ended.length > 0) orders.push(sql`ARRAY(SELECT id FROM ended WHERE kind = 'cancel')`);
}

function addWebhooks({ loaded, change, post, settlement, parts, orders }: Making): void {
  const { callbackUrl: url } = loaded.facts;
  const messages = messagesOf(loaded, change, post);
  if (url === null || messages.length === 0) return;
  const told = {
    at: new Date(loaded.now),
    url,
    line: webhookLine(hostOf(url)),
    events: messages.map(({ event }) => event),
    bodies: messages.map(({ body }) => body),
    deliveries: messages.map(() => uuidv7()),
  };
  parts.push(bind(webhooks(settlement !== undefined), { ...told, ...OutboxEntry.places }));
  orders.push(sql`ARRAY(SELECT id FROM orders WHERE claimed_until IS NOT NULL ORDER BY id)`);
}

/** An order that ends a run takes the run out of its line, so that neither waits for a place. */
function addPlaces({ change: { givesUpPlace, runs }, settlement, parts }: Making): void {
  if (givesUpPlace || runs.some(({ order }) => order !== 'start'))
    parts.push(bind(givenUp(settlement !== undefined), {}));
}
