import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { createDueGate, createMinuteTasks, createPromptHosts } from '../activities/index';
import type { ActivityDeps, DueGate } from '../activities/index';
import { startInternalServer } from '../lib/internalServer';
import type { Logger } from '../lib/logger';
import { createMailer } from '../lib/mail/mailer';
import type { Mailer } from '../lib/mail/mailer';
import { sandboxMailbox } from '../lib/mail/mailServer';
import { createMediaProbe } from '../lib/media/probe';
import { createMetrics } from '../lib/metrics';
import type { Metrics } from '../lib/metrics';
import { createPictureMaker } from '../lib/pictures/pictureMaker';
import { createStripePayments } from '../lib/payments/stripe';
import { exportOldestWebhook, exportQuota } from '../lib/metrics/readings';
import { createSafeFetch } from '../lib/safeFetch/safeFetch';
import { createSecrets } from '../lib/secrets';
import { openClient, temporalAddress, withoutRetries } from '../lib/temporal';
import type { TemporalAddress } from '../lib/temporal';
import { stopTracing } from '../lib/tracing/tracing';
import { quotaStands } from '../models/quota/quotaStands';
import { outboxChannel } from '../models/outbox/places';
import { isMigrated } from '../models/database/schemaVersion';
import { WebhookDelivery } from '../models/webhooks/WebhookDelivery';
import { createDispatcher } from '../outbox/dispatch';
import { startMinuteTasks } from '../outbox/minuteTasks';
import { createMinuteWork } from '../outbox/minuteWork';
import type { MinuteWorkDeps } from '../outbox/minuteWork';
import { reconcile } from '../outbox/reconcile';
import type { ReconcileDeps } from '../outbox/reconcile';
import { startRelay } from '../outbox/relay';
import { ensureSchedules } from '../outbox/schedules';
import { openPlatforms } from './openPlatforms';
import { openMediaStore, openObservedDatabase } from './openStores';
import { prepareTemporal, runProcess } from './run';
import type { Config } from './run';
import { installRuntime } from './temporalRuntime';
import { createWorkers } from './workers';
import type { Workers } from './workers';

const internalPortDefault = 9465;
const connectTries = 30;
const connectPauseMs = 1000;
/** A stop may take so long beyond the grace of the activities. */
const stopBeyondGraceMs = 20_000;

/** The worker process: runs workflows and activities, relays the orders that the API could not dispatch, and does minute tasks. */
void runProcess('worker', async (config, logger) => {
  const ofTemporal = await installRuntime(logger);
  const metrics = createMetrics();
  const sequelize = openObservedDatabase(config, metrics, logger);
  const address = temporalAddress();
  const native = await connect(address, logger);
  const connection = Connection.lazy(address.connectionOptions);
  await prepareTemporal(connection, address.namespace, logger);
  const client = new Client({ connection, namespace: address.namespace });
  const unrepeated = openClient(address, withoutRetries);
  const dispatcher = createDispatcher({ client: unrepeated, logger, metrics });
  const outside = await openOutside(config, metrics, logger);
  exportQuota(metrics, { read: async () => quotaStands(outside.platforms.values()), logger });
  exportOldestWebhook(metrics, { read: async () => WebhookDelivery.oldestSeconds(), logger });
  const activityDeps = {
    ...config,
    secrets: createSecrets(config.secretsKeys),
    dueGate: createDueGate(),
    promptHosts: createPromptHosts(),
    ...outside,
    ...temporalSteps({ client, dispatcher, logger, metrics }),
    logger,
    metrics,
  };
  const workers = await createWorkers({ connection: native, namespace: address.namespace, activityDeps });
  const beside = startBeside({ ...activityDeps, client, dispatcher, outside: createMinuteTasks(activityDeps) });
  const internal = await startInternalServer({
    host: config.internalHost,
    port: config.internalPort ?? internalPortDefault,
    metrics,
    moreMetrics: ofTemporal,
    logger,
    notReady: async () => [...workers.notReady(), ...((await isMigrated(sequelize)) ? [] : ['schema'])],
  });
  await ensureSchedules(client);
  const running = runAll(workers, logger);
  return {
    ready: { queues: workers.queues, internalPort: internal.port },
    stopLimitMs: config.shutdownGraceMs + stopBeyondGraceMs,
    stop: async () => {
      workers.shutdown();
      await beside.stop();
      await running;
      await dispatcher.drained();
      await Promise.all([internal.stop(), outside.safeFetch.close(), native.close()]);
      await Promise.all([outside.mediaProbe.close(), outside.pictureMaker.close()]);
      await Promise.all([sequelize.close(), connection.close(), unrepeated.connection.close(), stopTracing()]);
    },
  };
});

interface BesideDeps extends ReconcileDeps, Pick<MinuteWorkDeps, 'outside'> {
  databaseUrl: string;
  dueGate: DueGate;
}

/** The work that Temporal does not hand out: the relay, and the minute tasks. */
function startBeside({ client, dispatcher, databaseUrl, dueGate, outside, logger, metrics }: BesideDeps) {
  const relay = startRelay({ dispatcher, databaseUrl, channels: [outboxChannel], logger, metrics });
  const work = createMinuteWork({ client, dispatcher, standBack: dueGate.standBack, outside, logger, metrics });
  const minuteTasks = startMinuteTasks({ work, logger, metrics });
  return {
    stop: async () => {
      await Promise.all([relay.stop(), minuteTasks.stop()]);
    },
  };
}

/** A worker that ends by itself ends the process: its supervisor starts a whole one. */
async function runAll(workers: Workers, logger: Logger): Promise<void> {
  return workers.run().catch((error: unknown) => {
    logger.fatal({ err: error }, 'a worker has ended; the process ends');
    process.exit(1);
  });
}

/** The ways to the outside: platforms, media, uploaded files, receivers of webhooks, and the mail server. */
async function openOutside(config: Config, metrics: Metrics, logger: Logger) {
  return {
    platforms: openPlatforms(config, metrics, logger),
    safeFetch: createSafeFetch({ allow: config.outboundAllow }),
    mediaProbe: createMediaProbe({ logger }),
    pictureMaker: createPictureMaker({ logger }),
    mediaStore: await openMediaStore(config, metrics, logger),
    mailer: openMailer(config, logger),
    payments: createStripePayments(config.payments),
  };
}

function openMailer({ mailServer, mailFrom: from }: Config, logger: Logger): Mailer {
  if (!mailServer) logger.warn('SMTP_URL is not set: mails wait for the mailbox of a sandbox on this machine');
  return createMailer({ server: mailServer ?? sandboxMailbox, from });
}

/** The steps that activities leave to Temporal. */
function temporalSteps(deps: ReconcileDeps): TemporalSteps {
  return {
    dispatch: deps.dispatcher.dispatchSoon,
    reconcile: async (scope, note) => reconcile(deps, scope, note),
  };
}

type TemporalSteps = Pick<ActivityDeps, 'dispatch' | 'reconcile'>;

/** A worker is useless without Temporal: it waits for a while, then ends for its supervisor to start it again. */
async function connect({ connectionOptions }: TemporalAddress, logger: Logger): Promise<NativeConnection> {
  for (let tryCount = 1; ; tryCount += 1) {
    try {
      return await NativeConnection.connect(connectionOptions);
    } catch (error) {
      if (tryCount === connectTries) throw error;
      logger.warn({ address: connectionOptions.address, tryCount }, 'Temporal cannot be reached yet');
      await delay(connectPauseMs);
    }
  }
}
