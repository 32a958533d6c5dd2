import { eventOf, obstacleTo } from '../../../domain/assignment/interventions';
import type { Intervention, Obstacle } from '../../../domain/assignment/interventions';
import type { PlatformSlug } from '../../../domain/platform';
import { loadAssignment, noLimits } from './loadAssignment';
import type { Limits } from './loadAssignment';
import { record } from './record';
import type { Recorded } from './record';

/** The outcome of an intervention: `obstacle` says why it was refused, and nothing has changed. */
export interface Intervened extends Recorded {
  obstacle: Obstacle | null;
}

/**
 * Lets an operator help an assignment on, whatever workspace it belongs to.
 * @param limitsOf the limits of a platform: how long a call may have its effect
 * @returns null: there is no such assignment
 */
export async function intervene(
  id: string,
  intervention: Intervention,
  limitsOf: (platform: PlatformSlug) => Pick<Limits, 'platform' | 'settleMs'>,
): Promise<Intervened | null> {
  const found = await loadAssignment(id, noLimits);
  if (!found) return null;
  let obstacle: Obstacle | null = null;
  const limits = { ...noLimits, ...limitsOf(found.facts.platform) };
  const recorded = await record(id, limits, (assignment, now) => {
    obstacle = obstacleTo(intervention, assignment, now);
    return obstacle === null ? eventOf(intervention, assignment) : null;
  });
  return recorded && { ...recorded, obstacle };
}
