import { kinds, wordsFor } from '../../kinds';
import type { Snapshot } from '../judging/snapshot';
import type { CallersRecord } from './callers';
import { endsOf } from './load';

type Seen = Pick<Snapshot, 'posts' | 'effects'>;
type CreateResult = CallersRecord['accepted'][number];

/** The platforms' count of the posts of one kind. */
export interface Tally {
  /** The kind in words. */
  name: string;
  /** Posts that callers were promised for others to see. */
  due: number;
  /** All posts of the kind that others see. */
  live: number;
}

/**
 * Judges each assignment by its caller's request, and by the posts and the record of calls of its platform. No row of
 * the service is read.
 * @returns one sentence for each assignment whose post is not live as often as was asked, or was not made so by one call
 */
export function wronglyLive(seen: Seen, record: CallersRecord): string[] {
  return record.accepted.flatMap((assignment) => {
    const [live, calls, due] = [liveOf(assignment, seen), publicationsOf(assignment, seen), dueOf(assignment, record)];
    if (due.includes(live) && calls === (isTakenDown(assignment, record) ? Number(assignment.isPublic) : live))
      return [];
    return [
      `${assignment.idempotencyKey} (${wordsFor(assignment.of)}, ${assignment.kind}) is live ${live} times, by ${calls} calls`,
    ];
  });
}

/** Of every kind, in the order of the table. */
export function tallyOf(seen: Seen, record: CallersRecord): Tally[] {
  return kinds.map((kind) => {
    const own = record.accepted.filter(({ of }) => of === kind);
    return {
      name: wordsFor(kind),
      due: own.filter((assignment) => dueOf(assignment, record).every((count) => count === 1)).length,
      live: own.reduce((sum, assignment) => sum + liveOf(assignment, seen), 0),
    };
  });
}

/** The post was public, and is so no more. */
const isTakenDown = ({ id }: CreateResult, { takenDown }: CallersRecord): boolean => takenDown.includes(id);

/** The numbers of an assignment's posts that others may see in the end. */
function dueOf(assignment: CreateResult, record: CallersRecord): number[] {
  const { id, kind, isPublic } = assignment;
  const { cancelled, givenUp } = record;
  if (isTakenDown(assignment, record)) return [0];
  if (!isPublic || cancelled.includes(id) || !endsOf[kind].includes('published')) return [0];
  return endsOf[kind].length === 1 && !givenUp.includes(id) ? [1] : [0, 1];
}

function liveOf({ idempotencyKey, of }: CreateResult, { posts }: Seen): number {
  return posts.filter(({ title, audience }) => title.includes(idempotencyKey) && of.isVisible(audience)).length;
}

/** The number of calls that have made a post of the assignment visible. */
function publicationsOf({ idempotencyKey, of }: CreateResult, { effects }: Seen): number {
  const own = new Set(effects.flatMap(({ title, resource }) => (title.includes(idempotencyKey) ? [resource] : [])));
  const isPublication = ({ from, to }: Record<'from' | 'to', string | null>) => of.isVisible(to) && !of.isVisible(from);
  return effects.filter((effect) => own.has(effect.resource) && isPublication(effect)).length;
}

/** So many assignments of a kind leave hardly a chance that none of them is for others to see. */
const assignmentsMin = 10;

/** Why a run proves nothing of a kind, in sentences; a short run need not have a post of every kind. */
export function unprovenKinds(tallies: readonly Tally[], assignmentsCount: number): string[] {
  if (assignmentsCount < assignmentsMin * kinds.length) return [];
  return tallies.filter(({ live }) => live === 0).map(({ name }) => `no post was ever live: ${name}`);
}
