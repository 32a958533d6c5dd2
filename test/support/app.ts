import { pino } from 'pino';
import { createApp } from '../../api/app';
import type { AppDeps } from '../../api/deps';
import { createHttpServer } from '../../api/server';
import { listen, portOf } from '../../lib/internalServer';
import { createMetrics } from '../../lib/metrics';
import { createPlatforms } from '../../platforms';
import type { PlatformSettings } from '../../platforms';
import { createDatabase } from './database';
import type { TestDatabase } from './database';
import { testSecrets } from './secrets';

export interface TestApp {
  url: string;
  database: TestDatabase;
  metrics: ReturnType<typeof createMetrics>;
  /** What the API has handed to the dispatcher, one list a call. */
  dispatched: (readonly number[])[];
  /** The lines of its log. */
  log: Record<string, unknown>[];
  stop: () => Promise<void>;
}

/** The API calls no platform by itself: where they are does not matter. */
const nowhere = 'http://127.0.0.1:9';
const platformSettings: PlatformSettings = {
  youtube: {
    clientId: 'client',
    clientSecret: 'secret',
    authBase: nowhere,
    tokenBase: nowhere,
    apiBase: nowhere,
    uploadBase: nowhere,
  },
};

/** The API on a random port and a database of its own, with a dispatcher that only remembers what it was given. */
export async function startApp(config: Partial<AppDeps['config']> = {}): Promise<TestApp> {
  const database = await createDatabase();
  const metrics = createMetrics();
  const dispatched: TestApp['dispatched'] = [];
  const log: TestApp['log'] = [];
  const app = createApp({
    config: { baseUrl: 'https://api.example', outboundAllow: [], rateLimitPerMinute: 100_000, ...config },
    logger: pino({ level: 'info' }, { write: (line) => log.push(JSON.parse(line)) }),
    sequelize: database.sequelize,
    platforms: createPlatforms(platformSettings),
    dispatch: (outboxIds) => dispatched.push(outboxIds),
    secrets: testSecrets,
    metrics,
    checkResponses: true,
  });
  const server = createHttpServer(app);
  await listen(server, 0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    database,
    metrics,
    dispatched,
    log,
    stop: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
      await database.drop();
    },
  };
}
