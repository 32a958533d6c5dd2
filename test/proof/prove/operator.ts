import { interventions } from '../../../domain/assignment/interventions';
import type { Intervention } from '../../../domain/assignment/interventions';
import { paced } from '../../../domain/pace';
import { stuckAssignments } from '../../../models/assignments/reads/stuckAssignments';
import { intervene } from '../../../models/assignments/store/intervene';
import type { CallersRecord } from './callers';
import { randomOf } from './random';
import type { ProveOptions } from './options';

/** One intervention, once its moment has come. */
export interface PlannedIntervention {
  /** After the chaos has begun. */
  atMs: number;
  intervention: Intervention;
  /** Chooses the assignment. */
  dice: number;
}

/** How often each intervention took effect. */
export type InterventionCounts = Record<Intervention, number>;

export const noInterventions = (): InterventionCounts => ({ retryNow: 0, reconcile: 0, giveUp: 0, endCleanUp: 0 });

const meanMs = 700;
/** Of the assignments accepted last, so many may be chosen: most of them are under way. */
const newest = 25;

/** All interventions of a run, in order: a function of the options alone. Giving up comes seldom, so that most posts go live. */
export function planInterventions({ seed, minutes }: ProveOptions): PlannedIntervention[] {
  const random = randomOf(seed, 4);
  const deal = random.deck<Intervention>([...interventions, 'retryNow', 'retryNow', 'reconcile', 'reconcile']);
  const planned: PlannedIntervention[] = [];
  for (let atMs = meanMs; atMs < minutes * 60_000; atMs += random.between(meanMs / 2, 1.5 * meanMs))
    planned.push({ atMs: Math.round(atMs), intervention: deal(), dice: random.between(0, 2 ** 16) });
  return planned;
}

/**
 * Acts as an operator who helps an assignment on by the code of `admin assignment`: half of the times one that is stuck, else any of
 * the last ones. While the database
 * is away, the operator's command fails.
 */
export async function beOperator(
  { intervention, dice }: PlannedIntervention,
  { accepted, givenUp }: Pick<CallersRecord, 'accepted' | 'givenUp'>,
  counts: InterventionCounts,
): Promise<void> {
  const among = dice % 2 === 0 ? await stuckAmong(accepted) : accepted.slice(-newest);
  const chosen = among[dice % Math.max(1, among.length)];
  // The caller of a post that is updated or taken down afterwards waits until it is published.
  if (!chosen || (intervention === 'giveUp' && chosen.kind.endsWith('afterwards'))) return;
  // An answer that is lost may have taken effect.
  if (intervention === 'giveUp') givenUp.push(chosen.id);
  const { name, settleMs } = chosen.of.create(nowhere);
  const done = await intervene(chosen.id, intervention, () => ({ platform: name, settleMs: paced(settleMs) })).catch(
    () => null,
  );
  if (done?.obstacle === null && !done.change.isVoid) counts[intervention] += 1;
}

/** The assignments of callers that do not come on, as the operator sees. */
async function stuckAmong(accepted: CallersRecord['accepted']): Promise<CallersRecord['accepted']> {
  const { assignments } = await stuckAssignments(newest).catch(() => ({ assignments: [] }));
  const ids = new Set(assignments.map(({ id }) => id));
  return accepted.filter(({ id }) => ids.has(id));
}

const nowhere = 'http://127.0.0.1:1';
