import type { WorkflowExecutionDescription } from '@temporalio/client';
import { pino } from 'pino';
import type { InferAttributes } from 'sequelize';
import { createDueGate, createPromptHosts } from '../../../activities';
import type { ActivityDeps } from '../../../activities';
import { deliveryWorkflowId } from '../../../domain/workflowContract';
import { createMetrics } from '../../../lib/metrics';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { createFileStore } from '../../../lib/mediaStore/fileStore';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import { WebhookDelivery } from '../../../models/webhooks/WebhookDelivery';
import { createDispatcher } from '../../../outbox/dispatch';
import type { Dispatcher } from '../../../outbox/dispatch';
import { startRelay } from '../../../outbox/relay';
import { buildConnection } from '../build/connection';
import { buildDelivery } from '../build/delivery';
import type { BuiltDelivery } from '../build/delivery';
import { buildWorkspace } from '../build/workspace';
import type { BuiltWorkspace } from '../build/workspace';
import { createDatabase } from '../servers/database';
import type { TestDatabase } from '../servers/database';
import { mailerTo } from '../servers/mails';
import { runWorkers } from './publishing';
import type { RunningWorkers } from './publishing';
import { openMediaProbe } from '../media/mediaProbe';
import { openPictureMaker } from '../media/pictureMaker';
import { paymentsAt } from '../payments';
import { testSecrets } from '../secrets';
import { openNamespace } from '../servers/temporal';
import type { HistoryEvent, TestTemporal } from '../servers/temporal';
import { until } from '../until';
import { use } from '../use';

export interface Delivering {
  database: TestDatabase;
  temporal: TestTemporal;
  dispatcher: Dispatcher;
  /** A workspace with a channel and plenty of credits. */
  parent: BuiltWorkspace & { connectionId: string };
  /** Waits before each attempt from now on, as `WEBHOOK_DELAYS` gives them. */
  schedule: (...delaysMs: number[]) => void;
  /** A delivery of the first transition of an assignment of its own, handed to Temporal. */
  submit: (url: string) => Promise<BuiltDelivery>;
  row: (deliveryId: string) => Promise<InferAttributes<WebhookDelivery>>;
  /** Waits until the delivery has been delivered or has failed for good. */
  endOf: (deliveryId: string, limitMs?: number) => Promise<InferAttributes<WebhookDelivery>>;
  runOf: (deliveryId: string, round?: number) => Promise<WorkflowExecutionDescription>;
  historyOf: (deliveryId: string, round?: number) => Promise<HistoryEvent[]>;
  /** Starts workers. Workers that still run at the end are stopped with the rest. */
  startWorkers: () => Promise<RunningWorkers>;
  stop: () => Promise<void>;
}

/** Everything that delivers webhooks: database, Temporal namespace, dispatcher and relay; workers are started by the test. */
export async function startDelivering({ webhooksInFlightMax = 200 } = {}): Promise<Delivering> {
  const [database, temporal] = await Promise.all([createDatabase(), openNamespace()]);
  const logger = pino({ level: 'silent' });
  const metrics = createMetrics();
  const dispatcher = createDispatcher({ client: temporal.client, logger, metrics });
  const relay = startRelay({ dispatcher, databaseUrl: database.url, logger, metrics });
  const webhookDelaysMs = [0];
  const deps: ActivityDeps = {
    platforms: new Map(),
    secrets: testSecrets,
    safeFetch: createSafeFetch({ allow: parseOutboundAllow('127.0.0.0/8') }),
    mediaProbe: openMediaProbe(),
    pictureMaker: openPictureMaker(),
    mailer: mailerTo('smtp://127.0.0.1:9'),
    ...paymentsAt('http://127.0.0.1:9'),
    consoleUrl: 'https://console.example.com',
    mediaStore: createFileStore('nowhere'),
    dispatch: dispatcher.dispatchSoon,
    dueGate: createDueGate(),
    promptHosts: createPromptHosts(),
    reconcile: async () => ({ looked: 0, repaired: 0 }),
    logger,
    metrics,
    platformRetryDelaysMs: [],
    processingPollMs: 1,
    webhookDelaysMs,
    mediaStallMs: 1,
    workspaceUploadsInFlightMax: 1,
    webhooksInFlightMax,
  };
  const workspace = await buildWorkspace({ credits: 1_000_000 });
  const parent = { ...workspace, ...(await buildConnection(workspace)) };
  const running: RunningWorkers[] = [];
  const row = async (id: string) => (await WebhookDelivery.findByPk(id, { raw: true }))!;
  const handleOf = (deliveryId: string, round = 1) =>
    temporal.client.workflow.getHandle(deliveryWorkflowId({ deliveryId, round }));
  return {
    database,
    temporal,
    dispatcher,
    parent,
    schedule: (...delaysMs) => void webhookDelaysMs.splice(0, Infinity, ...delaysMs),
    submit: async (url) => {
      const delivery = await buildDelivery(parent, url);
      await dispatcher.dispatch(delivery.outboxId);
      return delivery;
    },
    row,
    endOf: async (id, limitMs) => {
      await until(async () => (await row(id)).status !== 'pending', limitMs);
      return row(id);
    },
    runOf: async (deliveryId, round) => handleOf(deliveryId, round).describe(),
    historyOf: async (deliveryId, round) => (await handleOf(deliveryId, round).fetchHistory()).events ?? [],
    startWorkers: async () => {
      const workers = await runWorkers(temporal, deps);
      running.push(workers);
      return workers;
    },
    stop: async () => {
      await Promise.all(running.map(async (workers) => workers.stop()));
      await relay.stop();
      await dispatcher.drained();
      await Promise.all([temporal.stop(), deps.safeFetch.close()]);
      await database.stop();
    },
  };
}

/** Everything that delivers webhooks, for the tests of a file. */
export function useDelivering(...options: Parameters<typeof startDelivering>): Delivering {
  return use(async () => startDelivering(...options));
}
