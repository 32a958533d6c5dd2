import { randomOf } from './random';
import { assignmentsCountOf } from './options';
import type { ProveOptions } from './options';

/** The actions of callers: so many of each hundred. */
const shares = {
  'published at once': 27,
  'asked for twice': 8,
  'from a source that breaks off': 8,
  scheduled: 14,
  edited: 8,
  'put forward': 6,
  'cancelled in time': 6,
  'cancelled under way': 6,
  'without media': 4,
  retried: 5,
  'on a lost channel': 2,
  'updated afterwards': 3,
  'taken down afterwards': 3,
} as const;
export type AssignmentKind = keyof typeof shares;

/** The possible ends of an assignment. An assignment that is cancelled under way may have been published already. */
export const endsOf: Record<AssignmentKind, readonly string[]> = {
  'published at once': ['published'],
  'asked for twice': ['published'],
  'from a source that breaks off': ['published'],
  scheduled: ['published'],
  edited: ['published'],
  'put forward': ['published'],
  'cancelled in time': ['cancelled'],
  'cancelled under way': ['cancelled', 'published'],
  'without media': ['failed'],
  retried: ['published'],
  'on a lost channel': ['failed'],
  'updated afterwards': ['published'],
  'taken down afterwards': ['published'],
};

/** One assignment that will be asked for. */
export interface PlannedAssignment {
  /** Idempotency key and beginning of the title; no key begins with another one. */
  key: string;
  kind: AssignmentKind;
  /** From 0. */
  nth: number;
  /** After the load has begun. */
  atMs: number;
  /** The time that its caller waits before the next step, or for which it is put off. */
  pauseMs: number;
  /** The number of its channel among the workspaces' channels. */
  channel: number;
  privacy: 'public' | 'unlisted' | 'private';
  hasCallback: boolean;
  /** Of several pieces, as a platform counts them, or of one. */
  isLong: boolean;
}

const hundred = (Object.keys(shares) as AssignmentKind[]).flatMap((kind) =>
  Array<AssignmentKind>(shares[kind]).fill(kind),
);

/** All assignments of a run, in order, evenly spread: a function of the options alone. */
export function planLoad(options: ProveOptions): PlannedAssignment[] {
  const random = randomOf(options.seed, 3);
  const deal = random.deck(hundred);
  const count = assignmentsCountOf(options);
  return Array.from({ length: count }, (_, index) => ({
    key: `prove-${String(index + 1).padStart(6, '0')}`,
    kind: deal(),
    nth: index,
    atMs: Math.round((index * 60_000) / options.rate),
    pauseMs: random.between(0, 8000),
    channel: random.between(0, 2 ** 16),
    privacy: random.pick(['public', 'unlisted', 'private'] as const),
    hasCallback: random.between(1, 100) <= 80,
    isLong: random.between(1, 100) <= 15,
  }));
}
