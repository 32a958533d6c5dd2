import { setTimeout as delay } from 'node:timers/promises';
import { createApp } from '../api/app';
import { createHttpServer } from '../api/server/createHttpServer';
import { createTus } from '../api/uploadSessions/tus';
import { createFailureLimit } from '../api/users/failureLimit';
import { close, listen, portOf, startInternalServer } from '../lib/internalServer';
import { createMediaProbe } from '../lib/media/probe';
import { createMediaStore } from '../lib/mediaStore/index';
import type { Logger } from '../lib/logger';
import { createMetrics } from '../lib/metrics';
import { createPasswords } from '../lib/passwords';
import { createSafeFetch } from '../lib/safeFetch/safeFetch';
import { createSecrets } from '../lib/secrets';
import { createSessions } from '../lib/sessions';
import { openClient, temporalAddress, withoutRetries } from '../lib/temporal';
import { openDatabase } from '../models/database';
import { isMigrated } from '../models/schemaVersion';
import { createCompleteTicket } from '../outbox/completeTicket';
import { createDispatcher } from '../outbox/dispatch';
import { createFindRun } from '../outbox/findRun';
import { createPlatforms } from '../platforms/index';
import { runProcess } from './run';
import type { Config } from './run';

const internalPortDefault = 9464;
/** How long requests in flight may take to end by themselves: an update of a published post waits for its platform. */
const inFlightMs = 20_000;

/** The API process: answers requests, and hands what they promise to Temporal after their commit. */
void runProcess('api', async (config, logger) => {
  const metrics = createMetrics();
  const sequelize = openDatabase({ url: config.databaseUrl, poolSize: config.databasePoolSize, logger });
  const address = temporalAddress();
  const impatient = openClient(address, withoutRetries);
  const dispatcher = createDispatcher({ client: impatient, logger, metrics });
  const outside = await openOutside(config, logger);
  const app = createApp({
    config,
    logger,
    sequelize,
    metrics,
    secrets: createSecrets(config.secretsKeys),
    sessions: createSessions(config.sessionKeys, config.baseUrl),
    passwords: createPasswords(),
    failureLimit: createFailureLimit(),
    ...outside,
    tus: createTus({ mediaStore: outside.mediaStore, sequelize, logger }),
    dispatch: dispatcher.dispatchSoon,
    completeTicket: createCompleteTicket(openClient(address), logger),
    findRun: createFindRun(impatient, config.temporalUiUrl, logger),
  });
  const server = createHttpServer(app, logger);
  await listen(server, config.port, config.host);
  let isStopping = false;
  const internal = await startInternalServer({
    host: config.internalHost,
    port: config.internalPort ?? internalPortDefault,
    metrics,
    logger,
    notReady: async () => [...(isStopping ? ['stopping'] : []), ...((await isMigrated(sequelize)) ? [] : ['schema'])],
  });
  logger.info({ port: portOf(server), internalPort: internal.port }, 'ready');
  return {
    stop: async () => {
      isStopping = true;
      server.prependListener('request', (_request, response) => void response.setHeader('Connection', 'close'));
      await delay(config.shutdownDelayMs);
      await close(server, inFlightMs);
      await dispatcher.drained();
      await internal.stop();
      // Temporal's connection ends with the process: closed in the middle of a retry it throws where nobody can catch it.
      await Promise.all([sequelize.close(), outside.safeFetch.close(), outside.mediaProbe.close()]);
    },
  };
});

/** The ways to the outside: platforms, media, and uploaded files. */
async function openOutside({ platforms, outboundAllow, mediaStore }: Config, logger: Logger) {
  return {
    platforms: createPlatforms(platforms),
    safeFetch: createSafeFetch({ allow: outboundAllow }),
    mediaProbe: createMediaProbe({ logger }),
    mediaStore: await createMediaStore(mediaStore),
  };
}
