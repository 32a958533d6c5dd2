import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sequelize } from 'sequelize';
import { createApp } from '../api/app';
import { createWatching } from '../api/assignments/watch/watching';
import { readConsole } from '../api/console/consoleFiles';
import { readCallerPages } from '../api/docs/callerPages';
import { createHttpServer } from '../api/server/createHttpServer';
import { createKnownChannels } from '../api/assignments/knownChannels';
import { createLooks } from '../api/assignments/validate/validateFiles';
import { createHostTurns } from '../api/hostTurns';
import { createFigureTurns } from '../api/stats/figureTurns';
import { createImporter } from '../api/uploadSessions/imports/importer';
import { createTus } from '../api/uploadSessions/tus';
import { createFailureLimit } from '../api/users/failureLimit';
import { paced } from '../domain/pace';
import { listen, portOf, startInternalServer } from '../lib/internalServer';
import { createMediaProbe } from '../lib/media/probe';
import type { Logger } from '../lib/logger';
import { createMetrics } from '../lib/metrics';
import type { Metrics } from '../lib/metrics';
import { createPasswords } from '../lib/passwords';
import { createPictureMaker } from '../lib/pictures/pictureMaker';
import { createPlanPrices, startComparing } from '../lib/payments/planPrices';
import { createStripePayments } from '../lib/payments/stripe';
import { createSafeFetch } from '../lib/safeFetch/safeFetch';
import { createSecrets } from '../lib/secrets';
import { createServerEnd } from '../lib/serverEnd';
import type { ServerEnd } from '../lib/serverEnd';
import { createSessions } from '../lib/sessions';
import { openClient, temporalAddress, withoutRetries } from '../lib/temporal';
import { stopTracing } from '../lib/tracing/tracing';
import { placesChannel } from '../models/outbox/places';
import { isMigrated } from '../models/database/schemaVersion';
import { createCompleteTicket } from '../outbox/completeTicket';
import { createDispatcher } from '../outbox/dispatch';
import { createFindRun } from '../outbox/findRun';
import { runPage } from '../outbox/runsPage';
import { startRelay } from '../outbox/relay';
import type { Relay } from '../outbox/relay';
import { openPlatforms } from './openPlatforms';
import { openMediaStore, openObservedDatabase } from './openStores';
import { runProcess } from './run';
import type { Config } from './run';

const internalPortDefault = 9464;
/**
 * A stop takes so long at most (contract.md §10). Requests in flight end by themselves. An update of a published post may
 * take its platform 15 s, so that `SHUTDOWN_DELAY_MS` is 5 s at most.
 */
const stopMs = 25_000;
/** The part of it that is kept for the steps after the requests. */
const afterRequestsMs = 2_000;
/** The margin after `stopMs`: a process that has not ended by then never will. */
const stopMarginMs = 3_000;

/** The API process: answers requests, and hands their work to Temporal, after their commit or when a place is free. */
void runProcess('api', async (config, logger) => {
  const metrics = createMetrics();
  const { databaseUrl, databasePoolSize } = config;
  const sequelize = openObservedDatabase(config, metrics, logger);
  const address = temporalAddress();
  const impatient = openClient(address, withoutRetries);
  const dispatcher = createDispatcher({ client: impatient, logger, metrics });
  const outside = await openOutside(config, sequelize, metrics, logger);
  const watching = createWatching({ databaseUrl, logger });
  const app = createApp({
    config,
    logger,
    sequelize,
    metrics,
    secrets: createSecrets(config.secretsKeys),
    sessions: createSessions(config.sessionKeys, config.baseUrl),
    passwords: createPasswords(),
    failureLimit: createFailureLimit(logger),
    ...outside,
    watching,
    ...readBuilt(),
    knownChannels: createKnownChannels(),
    figureTurns: createFigureTurns(databasePoolSize),
    dispatch: dispatcher.dispatchSoon,
    completeTicket: createCompleteTicket(openClient(address), logger),
    findRun: createFindRun(impatient, config.temporalUiUrl, logger),
    runPage: (workflowId) =>
      config.temporalUiUrl && runPage({ url: config.temporalUiUrl, namespace: address.namespace }, workflowId),
  });
  const server = createHttpServer(app, logger);
  const serverEnd = createServerEnd(server);
  await listen(server, config.port, config.host);
  // Workers have more to do than the API, so the API lets the next assignments in.
  const relay = startRelay({ dispatcher, databaseUrl, channels: [placesChannel], logger, metrics });
  outside.importer.start();
  let isStopping = false;
  const internal = await startInternalServer({
    host: config.internalHost,
    port: config.internalPort ?? internalPortDefault,
    metrics,
    logger,
    notReady: async () => [...(isStopping ? ['stopping'] : []), ...((await isMigrated(sequelize)) ? [] : ['schema'])],
  });
  const noteStopping = () => (isStopping = true);
  return {
    ready: { port: portOf(server), internalPort: internal.port },
    stopLimitMs: stopMs + stopMarginMs,
    stop: async () => stop({ config, serverEnd, internal, watching, relay, sequelize, outside, noteStopping }),
  };
});

/** The parts of the build beside the code: the console and the pages for callers. */
function readBuilt() {
  const dist = join(__dirname, '..');
  return {
    consoleFiles: readConsole(join(dist, 'console')),
    callerPages: readCallerPages(join(dist, 'callerPages.json')),
  };
}

interface Parts {
  config: Config;
  serverEnd: ServerEnd;
  internal: Awaited<ReturnType<typeof startInternalServer>>;
  watching: ReturnType<typeof createWatching>;
  relay: Relay;
  sequelize: Sequelize;
  outside: Awaited<ReturnType<typeof openOutside>>;
  /** From then on the process is not ready. */
  noteStopping: () => void;
}

/**
 * Ends the parts in order: event streams, the requests, the work that they promised, and the connections. The stop is
 * done as soon as the last answer has left, and not before `SHUTDOWN_DELAY_MS`, in which balancers may send requests.
 */
async function stop(parts: Parts): Promise<void> {
  const { config, serverEnd, internal, watching, relay, sequelize, outside } = parts;
  const answersEndAtMs = performance.now() + paced(stopMs - afterRequestsMs);
  parts.noteStopping();
  serverEnd.announce();
  await Promise.all([watching.stop(), delay(config.shutdownDelayMs)]);
  await serverEnd.close(Math.max(0, answersEndAtMs - performance.now()));
  const late = delay(paced(afterRequestsMs));
  // Work that is still under way with Temporal stays in the outbox, and another process takes it.
  await Promise.race([
    Promise.all([relay.stop(), outside.importer.stop(), internal.stop(), outside.comparing.stop()]),
    late,
  ]);
  // Temporal's connection ends with the process: closed in the middle of a retry it throws where no code can catch it.
  const closed = Promise.all([
    sequelize.close(),
    outside.safeFetch.close(),
    outside.mediaProbe.close(),
    outside.pictureMaker.close(),
    stopTracing(),
  ]);
  // A database that has vanished ends no connection.
  await Promise.race([closed, late]);
}

/** Stripe, and the comparison of its prices, which begins at once. Nothing waits for it. */
function openPayments({ payments: settings }: Config, metrics: Metrics, logger: Logger) {
  const payments = createStripePayments(settings);
  const planPrices = createPlanPrices({ payments, prices: settings.prices, logger, metrics });
  return { payments, planPrices, comparing: startComparing(planPrices) };
}

/** The ways to the outside: platforms, media, files that are uploaded or downloaded, and payments. */
async function openOutside(config: Config, sequelize: Sequelize, metrics: Metrics, logger: Logger) {
  const outside = {
    platforms: openPlatforms(config, metrics, logger),
    safeFetch: createSafeFetch({ allow: config.outboundAllow }),
    mediaProbe: createMediaProbe({ logger }),
    pictureMaker: createPictureMaker({ logger }),
    looks: createLooks(),
    hostTurns: createHostTurns(),
    mediaStore: await openMediaStore(config, metrics, logger),
    ...openPayments(config, metrics, logger),
  };
  const importer = createImporter({ ...outside, config, sequelize, logger });
  return { ...outside, importer, importSoon: importer.wake, tus: createTus({ ...outside, sequelize, logger }) };
}
