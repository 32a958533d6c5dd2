import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from '@temporalio/worker';
import type { ActivityInboundCallsInterceptor, NativeConnection, WorkerOptions } from '@temporalio/worker';
import {
  createDatabaseActivities,
  createHostActivities,
  createHousekeepingActivities,
  createMailActivities,
  createMediaActivities,
  createPlatformActivities,
  createRetirementActivities,
  createRenewalActivities,
  createSnapshotActivities,
  createTicketActivities,
  createWebhookActivities,
  firstStepsMax,
  hostSteps,
  localAttemptsMax,
} from '../activities/index';
import type { ActivityDeps } from '../activities/index';
import { paced, pacedCode } from '../domain/pace';
import type { PlatformSlug } from '../domain/platform';
import {
  hostsQueue,
  mailQueue,
  mainQueue,
  mediaQueue,
  platformQueue,
  webhookQueue,
  workerDeployment,
} from '../domain/workflowContract';
import { withoutHosts } from '../lib/safeFetch/walledOff';
import { tracedActivity } from './tracedActivity';
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
    /** Each worker takes the work of this version alone; null or left out: of every version. */
    workerBuildId?: string | null;
  };
  /** The bundle made at build. */
  bundlePath?: string;
}

/** Beside the compiled file: `npm run build` writes it. */
const builtBundle = join(__dirname, '..', 'workflowBundle.js');

/** Sessions with the mail server at the same time, of one process: it gets no more at once, however many are invited. */
const mailSessionsMax = 10;

/**
 * One worker for workflows and their database steps, one for webhooks and their workflows, one for mails, and three for each
 * platform of the build: its calls, its transfers, and the other steps that ask hosts of tenants have slots of their own. A platform
 * that is not offered has them, too, since its assignments are brought to an end.
 */
export async function createWorkers(options: WorkersOptions): Promise<Workers> {
  const { activityDeps, bundlePath = builtBundle } = options;
  const workflowOptions = workflowOptionsOf(bundlePath);
  const workers = await Promise.all([
    Worker.create({
      ...sharedOptions(options, mainQueue),
      ...workflowOptions,
      activities: { ...createDatabaseActivities(activityDeps), ...createHousekeepingActivities(activityDeps) },
      // Half of the slots stay free when platforms or sources hang: each post that begins there holds a workflow task.
      maxConcurrentWorkflowTaskExecutions: 2 * firstStepsMax,
    }),
    Worker.create({
      ...sharedOptions(options, webhookQueue, { asksHosts: true }),
      ...workflowOptions,
      activities: createWebhookActivities(activityDeps),
      // Half of the slots stay free when receivers hang: each local attempt holds a workflow task.
      maxConcurrentWorkflowTaskExecutions: 2 * localAttemptsMax,
      maxConcurrentActivityTaskExecutions: activityDeps.webhooksInFlightMax,
    }),
    Worker.create({
      ...sharedOptions(options, mailQueue),
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
    // second, their tasks wait nearly as long (docs/performance.md, Due); a run that waited longer would be replayed.
    stickyQueueScheduleToStartTimeout: paced(15_000),
  };
}

/**
 * Transfers last as long as their sources, and other steps as long as the hosts that they ask: apart from both, the calls of
 * a platform always find slots.
 */
function platformWorkers(options: WorkersOptions, slug: PlatformSlug): Promise<Worker>[] {
  const { activityDeps } = options;
  return [
    Worker.create({
      ...sharedOptions(options, platformQueue(slug)),
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
      ...sharedOptions(options, mediaQueue(slug), { asksHosts: true }),
      activities: createMediaActivities(activityDeps),
      maxConcurrentActivityTaskExecutions: activityDeps.uploadsInFlightMax,
    }),
    Worker.create({
      ...sharedOptions(options, hostsQueue(slug), { asksHosts: true }),
      activities: createHostActivities(activityDeps),
      maxConcurrentActivityTaskExecutions: hostSteps,
    }),
  ];
}

/** @param asksHosts its activities may ask hosts that tenants have named, which then hold its slots */
function sharedOptions(
  { connection, namespace, activityDeps: { shutdownGraceMs, workerBuildId } }: WorkersOptions,
  taskQueue: string,
  { asksHosts } = { asksHosts: false },
): WorkerOptions {
  return {
    connection,
    namespace,
    taskQueue,
    ...(workerBuildId && versioned(workerBuildId)),
    interceptors: { activity: [tracedActivity, ...(asksHosts ? [] : [() => ({ inbound: walledOff(taskQueue) })])] },
    activityTaskPollerBehavior: { type: 'autoscaling' },
    // Else a cancellation reaches an upload only after up to 0.8 × its heartbeat timeout.
    maxHeartbeatThrottleInterval: '1s',
    shutdownGraceTime: shutdownGraceMs,
    // Time for cancelled activities to notice; after it the process ends whatever they do.
    shutdownForceTime: shutdownGraceMs + 5000,
  };
}

/** A run stays with the version that began it, and so do its activities on every queue (docs/deploy.md, "Two builds side by side"). */
function versioned(buildId: string): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  const version = { deploymentName: workerDeployment, buildId };
  return { workerDeploymentOptions: { useWorkerVersioning: true, version, defaultVersioningBehavior: 'PINNED' } };
}

function walledOff(taskQueue: string): ActivityInboundCallsInterceptor {
  const name = `An activity of ${taskQueue}`;
  return { execute: async (input, next) => withoutHosts(name, async () => next(input)) };
}
