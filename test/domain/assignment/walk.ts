import { after as realAfter } from '../../../domain/assignment/after';
import type { Change } from '../../../domain/assignment/change';
import { postEventsOf } from '../../../domain/assignment/postEvents';
import { nextStep, workOf } from '../../../domain/assignment/nextStep';
import { hasEnded, isOutcomeOpen, triedAs } from '../../../domain/assignment/snapshot';
import type { AssignmentSnapshot, Work } from '../../../domain/assignment/snapshot';
import { abstract, due, keyOf, newWorld } from './abstract';
import type { Happening, World } from './abstract';
import { contractWays } from './contractWays';
import { happenings } from './events';
import { isDecidedByLimits } from './limits';

/** The counts of a walk, and the promises broken on its way. */
export interface Walk {
  states: number;
  steps: number;
  /** Each promise that was broken, with the way that led there, at most once. */
  broken: Map<string, string[]>;
  /** `uploading → uploaded: uploaded`, and so on: each move that was seen, with its event. */
  moves: Set<string>;
}

interface Node {
  world: World;
  from: number;
  by: string;
  /** The states that lead here by workers, platforms and time. */
  comesFrom: number[];
}

/**
 * Walks all states that can be reached, each once, and judges each step by the promises.
 * @param stopAt ends the walk as soon as this promise is broken
 * @param visit is given each state
 */
export function walk(
  hasMedia: boolean,
  after: typeof realAfter = realAfter,
  stopAt = '',
  visit?: (snapshot: AssignmentSnapshot) => void,
): Walk {
  const nodes: Node[] = [];
  const known = new Map<string, number>();
  const result: Walk = { states: 0, steps: 0, broken: new Map(), moves: new Set() };
  const wayTo = (index: number): string[] => {
    const { from, by } = nodes[index]!;
    return from < 0 ? [by] : [...wayTo(from), by];
  };
  const add = (world: World, from: number, by: string): number => {
    const key = keyOf(world);
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, nodes.length);
    nodes.push({ world, from, by, comesFrom: [] });
    return nodes.length - 1;
  };
  for (const dueAt of [null, due.far, due.ahead]) add(newWorld(hasMedia, dueAt), -1, `created: ${dueAt}`);
  for (let index = 0; index < nodes.length && !result.broken.has(stopAt); index += 1) {
    const { world } = nodes[index]!;
    const note = (promise: string, by: string): void => {
      if (!result.broken.has(promise)) result.broken.set(promise, [...wayTo(index), by]);
    };
    for (const promise of wrongsOf(world)) note(promise, 'here');
    visit?.(world.snapshot);
    for (const happening of happenings(world)) {
      const taken = take(world, happening, after);
      if (!taken) continue;
      result.steps += 1;
      for (const promise of taken.wrongs) note(promise, happening.name);
      for (const move of taken.moves) result.moves.add(move);
      const to = add(taken.world, index, happening.name);
      if (happening.isOfWorker) nodes[to]!.comesFrom.push(index);
    }
  }
  const stuck = result.broken.has(stopAt) ? undefined : firstThatCannotEnd(nodes);
  if (stuck !== undefined) result.broken.set('the worker alone can reach an end', wayTo(stuck));
  return { ...result, states: nodes.length };
}

interface Taken {
  world: World;
  wrongs: string[];
  moves: string[];
}

/** @returns undefined where nothing happens */
function take(given: World, { event, before, sets }: Happening, after: typeof realAfter): Taken | undefined {
  const world = before ? before(given) : given;
  if (!event) {
    const next = { ...world, ...sets, snapshot: abstract(world.snapshot) };
    return keyOf(next) === keyOf(given) ? undefined : { world: next, wrongs: [], moves: [] };
  }
  const change = after(world.snapshot, event, 0);
  if (change.isVoid) {
    const isAnswer = event.is === 'answered' && world.snapshot.call?.of === 'publish';
    return isAnswer && event.answer === 'live'
      ? { world: given, wrongs: ['no result of a call is void'], moves: [] }
      : undefined;
  }
  const startsRun = change.runs.some(({ order }) => order === 'start');
  const settled = change.credits.reduce(settle, { hold: world.hold, isWrong: false });
  const next: World = {
    snapshot: abstract(change.assignment),
    hasRun: startsRun || (world.hasRun && change.assignment.generation === world.snapshot.generation),
    hold: settled.hold,
    post: sets?.post ?? world.post,
  };
  const isByLimits = isDecidedByLimits(world.snapshot, event, change, after);
  const wrongs = [
    ...(isByLimits ? ['what callers ask for is decided without the limits of a run'] : []),
    ...wrongsOfChange(world, change, event.is),
    ...(settled.isWrong ? ['a hold is settled once'] : []),
  ];
  const hasWork = (of: World): boolean => nextStep(of.snapshot, 0).do !== 'end';
  const isLeft = hasWork(next) && !next.hasRun && (given.hasRun || !hasWork(given));
  const wrong = isLeft ? ['work that is left has a run'] : [];
  const path = [world.snapshot.status, ...change.moves];
  const moves = change.moves.map((to, nth) => `${path[nth]} → ${to}: ${event.is}`);
  return { world: next, wrongs: [...wrongs, ...wrong], moves };
}

type Settled = { hold: World['hold']; isWrong: boolean };

function settle({ hold, isWrong }: Settled, credit: Change['credits'][number]): Settled {
  if (credit === 'hold') return { hold: 'held', isWrong: isWrong || hold !== 'released' };
  return { hold: credit === 'charge' ? 'charged' : 'released', isWrong: isWrong || hold !== 'held' };
}

/** The promises that one step can break. */
function wrongsOfChange({ snapshot, post }: World, change: Change, event: string): string[] {
  const { assignment: next, moves, credits } = change;
  const path = [snapshot.status, ...moves];
  const broken: [string, boolean][] = [
    ['a status changes as the contract says', moves.some((to, nth) => !contractWays.has(`${path[nth]} → ${to}`))],
    ['each move is of the status', path.at(-1) !== next.status],
    ['what has not ended has a step or a finite wait', !hasEnded(next) && isEndless(next)],
    [
      'counters and clocks are of the work that is next',
      isOfOther(next.tries, next, triedAs) || isOfOther(next.busy, next),
    ],
    [
      'the end of a removal is told of, and nothing else',
      postEventsOf(snapshot, next, { payload: {}, noted: [] }).length > 0 !==
        (snapshot.removal?.state === 'due' && next.removal?.state !== 'due'),
    ],
    ['a generation only grows', next.generation < snapshot.generation],
    [
      'a generation begins with its run',
      next.generation > snapshot.generation && change.runs[0]?.order !== 'start' && next.status !== 'failed',
    ],
    ['no call is made while another one stands', event === 'calling' && snapshot.call !== null],
    [
      'no call that publishes is forgotten without its answer',
      isOutcomeOpen(snapshot) && next.call === null && post !== 'none',
    ],
    [
      'a stored result is the answer',
      snapshot.call?.hasHappened === true &&
        next.status === 'failed' &&
        event !== 'retried' &&
        snapshot.status !== 'failed',
    ],
    [
      'a retry of what is live publishes it',
      event === 'retried' && snapshot.call?.hasHappened === true && next.status !== 'published',
    ],
    [
      'a release while the post may be live is told',
      credits.includes('release') && post !== 'none' && next.error?.code !== 'OUTCOME_UNKNOWN',
    ],
  ];
  return broken.flatMap(([promise, isBroken]) => (isBroken ? [promise] : []));
}

function isEndless(snapshot: World['snapshot']): boolean {
  const step = nextStep(snapshot, 0);
  return step.do === 'end' || (step.do === 'wait' && !Number.isFinite(step.until));
}

/** The promises that a state can break. */
function wrongsOf({ snapshot, hold, post }: World): string[] {
  const { status, call, removal, error } = snapshot;
  const step = nextStep(snapshot, 0);
  const ended = hasEnded(snapshot);
  const publishes = step.do === 'publish' || step.do === 'upload' || step.do === 'prepare';
  const settled = status === 'published' ? 'charged' : ended ? 'released' : 'held';
  const broken: [string, boolean][] = [
    ['no step publishes while an outcome is open', publishes && isOutcomeOpen(snapshot)],
    ['the hold is as the status says', hold !== settled],
    [
      'published is live, until it is taken down',
      status === 'published' && post !== 'live' && removal?.state !== 'done',
    ],
    [
      'live is known, or told as unknown',
      post === 'live' && ended && status !== 'published' && error?.code !== 'OUTCOME_UNKNOWN',
    ],
    ['cancelled has nothing open', status === 'cancelled' && (post !== 'none' || call?.of === 'publish')],
  ];
  return broken.flatMap(([promise, isBroken]) => (isBroken ? [promise] : []));
}

function firstThatCannotEnd(nodes: readonly Node[]): number | undefined {
  const canEnd = new Uint8Array(nodes.length);
  const left: number[] = [];
  nodes.forEach(({ world: { snapshot } }, index) => {
    if (nextStep(snapshot, 0).do === 'end') left.push(index);
  });
  for (const index of left) canEnd[index] = 1;
  while (left.length > 0) {
    for (const from of nodes[left.pop()!]!.comesFrom) {
      if (canEnd[from]) continue;
      canEnd[from] = 1;
      left.push(from);
    }
  }
  const stuck = canEnd.indexOf(0);
  return stuck < 0 ? undefined : stuck;
}

/** @param as the work by which a count of another one goes, too */
function isOfOther(
  counted: { of: Work } | null,
  snapshot: AssignmentSnapshot,
  as: (work: Work) => Work = (work) => work,
): boolean {
  const work = workOf(snapshot, 0);
  return counted !== null && (work === null || counted.of !== as(work));
}
