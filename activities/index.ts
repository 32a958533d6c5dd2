import { createAssignmentActivities } from './publishing/rows';
import type { ActivityDeps } from './deps';
import type { createHostActivities } from './hosts/hostSteps';
import type { createHousekeepingActivities } from './housekeeping';
import type { createMailActivities } from './mails/mailInvitation';
import type { createMediaActivities } from './publishing/transferMedia';
import { createPublishingActivities } from './publishing/steps';
import { createCleanupActivities } from './run/cleanUp';
import { createTakeDownActivities } from './run/takeDown';
import type { createRetirementActivities } from './retireConnection';
import type { createRenewalActivities } from './renewDueTokens';
import type { createSnapshotActivities } from './snapshotChannels';
import type { createTicketActivities } from './tickets/connect';
import { createTicketRowActivities } from './tickets/rows';
import type { createWebhookActivities } from './webhooks/attemptDelivery';

export type { ActivityDeps } from './deps';

export { firstStepsMax } from './publishing/firstSteps';

export { createDueGate } from './dueGate';
export type { DueGate } from './dueGate';
export { createPromptHosts } from './source/promptHosts';

/** Database steps: local activities of the workflows, so they run where the workflows do. */
export function createDatabaseActivities(deps: ActivityDeps) {
  return { ...createAssignmentActivities(deps), ...createTicketRowActivities(deps) };
}

/** Steps that call a platform: they run on that platform's own queue. */
export function createPlatformActivities(deps: ActivityDeps) {
  return {
    ...createPublishingActivities(deps),
    ...createCleanupActivities(deps),
    ...createTakeDownActivities(deps),
  };
}

/** Transfers last as long as their sources: they run on a queue of their own, apart from the platform's other steps. */
export { createMediaActivities } from './publishing/transferMedia';

/** Steps that wait for hosts that tenants have named: they run on a queue of their own. */
export { createHostActivities } from './hosts/hostSteps';
export { hostSteps } from './hosts/share';

export { createWebhookActivities, localAttemptsMax } from './webhooks/attemptDelivery';

export { createHousekeepingActivities } from './housekeeping';

/** Steps that wait for the mail server: they run on a queue of their own. */
export { createMailActivities } from './mails/mailInvitation';

export { createRetirementActivities } from './retireConnection';

export { createTicketActivities } from './tickets/connect';

export { createRenewalActivities } from './renewDueTokens';

export { createMinuteTasks } from './minuteTasks';

export { createSnapshotActivities } from './snapshotChannels';

export type HousekeepingActivities = ReturnType<typeof createHousekeepingActivities>;
export type DatabaseActivities = ReturnType<typeof createDatabaseActivities>;
export type WebhookActivities = ReturnType<typeof createWebhookActivities>;
export type PlatformActivities = ReturnType<typeof createPlatformActivities>;
export type MailActivities = ReturnType<typeof createMailActivities>;
export type MediaActivities = ReturnType<typeof createMediaActivities>;
export type HostActivities = ReturnType<typeof createHostActivities>;
export type RetirementActivities = ReturnType<typeof createRetirementActivities>;
export type RenewalActivities = ReturnType<typeof createRenewalActivities>;
export type SnapshotActivities = ReturnType<typeof createSnapshotActivities>;
export type TicketActivities = ReturnType<typeof createTicketActivities>;
