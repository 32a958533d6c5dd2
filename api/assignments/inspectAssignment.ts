import { z } from 'zod';
import type { RemovalMode } from '../../domain/platform';
import { assignmentInspection } from '../../models/assignments/reads/assignmentInspection';
import type { AssignmentInspection } from '../../models/assignments/reads/assignmentInspection';
import type { FoundRun } from '../../outbox/findRun';
import { AssignmentId } from '../http/ids';
import { addressOf } from '../pictures/pictureAddress';
import { defineUseCase } from '../useCase';
import type { TenantContext } from '../useCase';
import type { AssignmentDeps } from './deps';
import { noSuchAssignment } from './refusals';

export interface InspectedAssignment extends AssignmentInspection {
  thumbnailUrl: string | null;
  run: FoundRun;
  /** How its platform lets a published post of this type be taken down; empty where the platform is not offered. */
  removalModes: readonly RemovalMode[];
  /** True if its platform is offered, and lets a published post of this type be changed. */
  isUpdatable: boolean;
}

/** The pages of Temporal's UI are for administrators of the installation: all tenants share that UI (contract.md §8). */
export const inspectAssignment = defineUseCase({
  name: 'inspectAssignment',
  action: 'assignment.read',
  summary: 'One assignment, with its webhooks, its credits and its workflow',
  description: 'All that the assignment itself has, and what happened because of it. Free of charge.',
  input: z.object({ assignmentId: AssignmentId }),
  refuses: [noSuchAssignment],
  run: async ({ deps, principal }: TenantContext<AssignmentDeps>, { assignmentId }): Promise<InspectedAssignment> => {
    const found = await assignmentInspection(principal.tenant, assignmentId);
    if (!found) throw noSuchAssignment.error();
    const { generation, platform, type } = found.assignment;
    const run = await deps.findRun({ assignmentId, generation });
    const publisher = deps.platforms.get(platform)?.publishers.get(type);
    const mayOpen = principal.kind === 'member' && principal.isPlatformAdmin;
    return {
      ...found,
      thumbnailUrl: addressOf(deps, found.assignment),
      removalModes: publisher?.capabilities.removal ?? [],
      isUpdatable: publisher?.update !== undefined,
      run: mayOpen ? run : { ...run, url: null, runsUrl: null },
    };
  },
});
