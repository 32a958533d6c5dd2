import { createAssignmentActivities } from './assignments';
import type { ActivityDeps } from './deps';
import { createMediaActivities } from './media/transferMedia';
import { createPublishingActivities } from './publishing';
import { createCleanupActivities } from './removeLeftovers';

export type { ActivityDeps } from './deps';

/** Database steps: local activities of the workflows, so they run where the workflows do. */
export function createDatabaseActivities(deps: ActivityDeps) {
  return createAssignmentActivities(deps);
}

/** Steps that call a platform: they run on that platform's own queue. */
export function createPlatformActivities(deps: ActivityDeps) {
  return { ...createMediaActivities(deps), ...createPublishingActivities(deps), ...createCleanupActivities(deps) };
}

export type DatabaseActivities = ReturnType<typeof createDatabaseActivities>;
export type PlatformActivities = ReturnType<typeof createPlatformActivities>;
