import { Client, Connection } from '@temporalio/client';
import { createApp } from '../api/app';
import { createHttpServer } from '../api/server';
import { close, listen, portOf, startInternalServer } from '../lib/internalServer';
import { createMetrics } from '../lib/metrics';
import { createSafeFetch } from '../lib/safeFetch/safeFetch';
import { createSecrets } from '../lib/secrets';
import { temporalAddress } from '../lib/temporal';
import { openDatabase } from '../models/database';
import { isMigrated } from '../models/schemaVersion';
import { createCompleteTicket } from '../outbox/completeTicket';
import { createDispatcher } from '../outbox/dispatch';
import { createPlatforms } from '../platforms/index';
import { runProcess } from './run';

const internalPortDefault = 9464;

/** The API process: answers requests, and hands what they promise to Temporal after their commit. */
void runProcess('api', async (config, logger) => {
  const metrics = createMetrics();
  const sequelize = openDatabase({ url: config.databaseUrl, poolSize: config.databasePoolSize, logger });
  const { connectionOptions, namespace } = temporalAddress();
  const connection = Connection.lazy(connectionOptions);
  const client = new Client({ connection, namespace });
  const dispatcher = createDispatcher({ client, logger, metrics });
  const safeFetch = createSafeFetch({ allow: config.outboundAllow });
  const app = createApp({
    config,
    logger,
    sequelize,
    metrics,
    platforms: createPlatforms(config.platforms),
    secrets: createSecrets(config.secretsKeys),
    safeFetch,
    dispatch: dispatcher.dispatchSoon,
    completeTicket: createCompleteTicket(client, logger),
  });
  const server = createHttpServer(app);
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
      await close(server);
      await dispatcher.drained();
      await internal.stop();
      // Temporal's connection ends with the process: closed in the middle of a retry it throws where nobody can catch it.
      await Promise.all([sequelize.close(), safeFetch.close()]);
    },
  };
});
