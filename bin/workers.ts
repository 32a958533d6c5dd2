import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from '@temporalio/worker';
import type { NativeConnection, WorkerOptions } from '@temporalio/worker';
import {
  createDatabaseActivities,
  createHousekeepingActivities,
  createMailActivities,
  createMediaActivities,
  createPlatformActivities,
  createRetirementActivities,
  createRenewalActivities,
  createSnapshotActivities,
  createTicketActivities,
  createWebhookActivities,
  localAttemptsMax,
} from '../activities/index';
import type { ActivityDeps } from '../activities/index';
import { paced, pacedCode } from '../domain/pace';
import type { PlatformSlug } from '../domain/platform';
import { mailQueue, mainQueue, mediaQueue, platformQueue, webhookQueue } from '../domain/workflowContract';
import { builtPlatforms } from '../platforms/index';

export interface Workers {
  queues: string[];
  /** Resolves when all have stopped; rejects when one ends by itself. */
  run: () => Promise<void>;
  shutdown: () => void;
  /** The queues whose pollers do not run. */
  notReady: () => string[];
}

export interface WorkersOptions {
  connection: NativeConnection;
  namespace: string;
  activityDeps: ActivityDeps & {
    uploadsInFlightMax: number;
    platformCallsInFlightMax: number;
    shutdownGraceMs: number;
  };
  /** The bundle made at build. */
  bundlePath?: string;
}

/** Beside the compiled file: `npm run build` writes it. */
const builtBundle = join(__dirname, '..', 'workflowBundle.js');

/** Sessions with the mail server at the same time, of one process: it gets no more at once, however many are invited. */
const mailSessionsMax = 10;

/**
 * One worker for workflows and their database steps, one for webhooks and their workflows, one for mails, and two for each
 * platform of the build: its calls and its transfers have slots of their own. A platform that is not offered has them, too, since
 * its jobs are brought to an end.
 */
export async function createWorkers(options: WorkersOptions): Promise<Workers> {
  const { activityDeps, bundlePath = builtBundle } = options;
  const workflowOptions = workflowOptionsOf(bundlePath);
  const workers = await Promise.all([
    Worker.create({
      ...sharedOptions(options),
      ...workflowOptions,
      taskQueue: mainQueue,
      activities: { ...createDatabaseActivities(activityDeps), ...createHousekeepingActivities(activityDeps) },
    }),
    Worker.create({
      ...sharedOptions(options),
      ...workflowOptions,
      taskQueue: webhookQueue,
      activities: createWebhookActivities(activityDeps),
      // Half of them stay free when receivers hang: those hold a workflow task for each local attempt.
      maxConcurrentWorkflowTaskExecutions: 2 * localAttemptsMax,
      maxConcurrentActivityTaskExecutions: activityDeps.webhooksInFlightMax,
    }),
    Worker.create({
      ...sharedOptions(options),
      taskQueue: mailQueue,
      activities: createMailActivities(activityDeps),
      maxConcurrentActivityTaskExecutions: mailSessionsMax,
    }),
    ...builtPlatforms().flatMap((slug) => platformWorkers(options, slug)),
  ]);
  return {
    queues: workers.map(({ options: { taskQueue } }) => taskQueue),
    run: async () => {
      await Promise.all(workers.map(async (worker) => worker.run()));
    },
    shutdown: () => {
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    },
    notReady: () =>
      workers.filter((worker) => worker.getState() !== 'RUNNING').map(({ options: { taskQueue } }) => taskQueue),
  };
}

function workflowOptionsOf(bundlePath: string): Partial<WorkerOptions> {
  return {
    workflowBundle: { code: pacedCode(readFileSync(bundlePath, 'utf8')) },
    workflowTaskPollerBehavior: { type: 'autoscaling' },
    // A run whose worker has died waits so long before another worker gets its next task. When hundreds are due at one
    // second, their tasks wait nearly as long (docs/performance.md, Due); one that waited longer would be replayed.
    stickyQueueScheduleToStartTimeout: paced(15_000),
  };
}

/** Transfers last as long as their sources: apart from them, the other steps of a platform always find slots. */
function platformWorkers(options: WorkersOptions, slug: PlatformSlug): Promise<Worker>[] {
  const { activityDeps } = options;
  return [
    Worker.create({
      ...sharedOptions(options),
      taskQueue: platformQueue(slug),
      activities: {
        ...createPlatformActivities(activityDeps),
        // Of posts without media: they have nothing to transfer, and go live.
        ...createMediaActivities(activityDeps),
        ...createTicketActivities(activityDeps),
        ...createRetirementActivities(activityDeps),
        ...createRenewalActivities(activityDeps),
        ...createSnapshotActivities(activityDeps),
      },
      maxConcurrentActivityTaskExecutions: activityDeps.platformCallsInFlightMax,
    }),
    Worker.create({
      ...sharedOptions(options),
      taskQueue: mediaQueue(slug),
      activities: createMediaActivities(activityDeps),
      maxConcurrentActivityTaskExecutions: activityDeps.uploadsInFlightMax,
    }),
  ];
}

function sharedOptions({
  connection,
  namespace,
  activityDeps: { shutdownGraceMs },
}: WorkersOptions): Omit<WorkerOptions, 'taskQueue'> {
  return {
    connection,
    namespace,
    activityTaskPollerBehavior: { type: 'autoscaling' },
    // Else a cancellation reaches an upload only after up to 0.8 × its heartbeat timeout.
    maxHeartbeatThrottleInterval: '1s',
    shutdownGraceTime: shutdownGraceMs,
    // Time for cancelled activities to notice; after it the process ends whatever they do.
    shutdownForceTime: shutdownGraceMs + 5000,
  };
}
