import { z } from 'zod';
import { interventions, obstacleTo } from '../../domain/assignment/interventions';
import type { Intervention } from '../../domain/assignment/interventions';
import { publishWorkflowId } from '../../domain/workflowContract';
import { loadAssignments, noLimits } from '../../models/assignments/store/loadAssignment';
import { stuckAssignments } from '../../models/assignments/reads/stuckAssignments';
import type { StuckAssignment } from '../../models/assignments/reads/stuckAssignments';
import { silentReceivers } from '../../models/webhooks/silentReceivers';
import type { SilentReceiver } from '../../models/webhooks/silentReceivers';
import { limitsOf } from '../../platforms/index';
import type { Platforms } from '../../platforms/index';
import { defineUseCase } from '../useCase';
import type { Context } from '../useCase';
import type { PlatformAdminPrincipal } from '../auth/Principal';
import type { AdminDeps } from './deps';

/** The longest list that an administrator can read. */
const listMax = 100;

export interface StuckList {
  total: number;
  assignments: (StuckAssignment & { interventions: Intervention[]; runUrl: string | null })[];
  receivers: SilentReceiver[];
}

/** For administrators of this installation, of all workspaces (docs/runbook.md). */
export const listStuck = defineUseCase({
  name: 'listStuck',
  action: 'platformAdmin',
  summary: 'Assignments and receivers of webhooks that do not come on',
  description:
    `For platform administrators: of all workspaces, the longest first, ${listMax} at most. An assignment is stuck if a try of its next ` +
    'work has failed, if nothing has moved for a minute although work is due, or if its time was ten minutes ago.',
  input: z.object({}),
  refuses: [],
  run: async ({ deps }: Context<PlatformAdminPrincipal, AdminDeps>): Promise<StuckList> => {
    const [{ total, assignments }, receivers] = await Promise.all([
      stuckAssignments(listMax),
      silentReceivers(listMax),
    ]);
    const allowed = await allowedFor(assignments, deps.platforms);
    const listed = assignments.map((one) => ({
      ...one,
      interventions: allowed.get(one.id) ?? [],
      runUrl: deps.runPage(publishWorkflowId({ assignmentId: one.id, generation: one.generation })),
    }));
    return { total, assignments: listed, receivers };
  },
});

/** The interventions that each assignment allows now, by its id. */
async function allowedFor(
  stuck: readonly StuckAssignment[],
  platforms: Platforms,
): Promise<ReadonlyMap<string, Intervention[]>> {
  if (stuck.length === 0) return new Map();
  const loaded = await loadAssignments(
    stuck.map(({ id }) => id),
    noLimits,
  );
  return new Map(
    loaded.map(({ assignment, now, facts }) => {
      const given = { ...assignment, kind: { ...assignment.kind, ...limitsOf(platforms, facts.platform) } };
      return [facts.assignmentId, interventions.filter((one) => obstacleTo(one, given, now) === null)];
    }),
  );
}
