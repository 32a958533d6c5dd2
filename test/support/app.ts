import { pino } from 'pino';
import { createApp } from '../../api/app';
import type { AppDeps } from '../../api/deps';
import { createHttpServer } from '../../api/server';
import { createMetrics } from '../../lib/metrics';
import { createSafeFetch } from '../../lib/safeFetch/safeFetch';
import { createPlatforms } from '../../platforms';
import { createDatabase } from './database';
import type { TestDatabase } from './database';
import { testSecrets } from './secrets';
import { startServer } from './server';
import { use } from './use';
import { youtubeSettings } from './youtube';

export interface TestApp {
  url: string;
  database: TestDatabase;
  metrics: ReturnType<typeof createMetrics>;
  /** What the API has handed to the dispatcher, one list a call. */
  dispatched: (readonly number[])[];
  /** The lines of its log. */
  log: Record<string, unknown>[];
  /** Empties both. */
  forget: () => void;
  stop: () => Promise<void>;
}

interface Outside {
  /** Where the platforms are; by default where nobody answers. */
  platformUrl?: string;
  /** By default the workflow of a ticket does nothing. */
  completeTicket?: AppDeps['completeTicket'];
  /** By default what is dispatched is only remembered. */
  dispatch?: AppDeps['dispatch'];
  /** One that is open already, and that its owner will drop. */
  database?: TestDatabase;
}

/** The API on a random port and a database of its own, with a dispatcher that only remembers what it was given. */
export async function startApp(
  config: Partial<AppDeps['config']> = {},
  { platformUrl = 'http://127.0.0.1:9', completeTicket = async () => {}, dispatch, database: given }: Outside = {},
): Promise<TestApp> {
  const database = given ?? (await createDatabase());
  const metrics = createMetrics();
  const dispatched: TestApp['dispatched'] = [];
  const log: TestApp['log'] = [];
  const defaults = { baseUrl: 'https://api.example', prepareAheadSeconds: 600, rateLimitPerMinute: 100_000 };
  const settings = { ...defaults, outboundAllow: [], ...config };
  const safeFetch = createSafeFetch({ allow: settings.outboundAllow });
  const app = createApp({
    config: settings,
    logger: pino({ level: 'info' }, { write: (line) => log.push(JSON.parse(line)) }),
    sequelize: database.sequelize,
    platforms: createPlatforms({ youtube: youtubeSettings(platformUrl) }),
    dispatch: (outboxIds) => {
      dispatched.push(outboxIds);
      dispatch?.(outboxIds);
    },
    completeTicket,
    secrets: testSecrets,
    safeFetch,
    metrics,
    checkResponses: true,
  });
  const server = await startServer(createHttpServer(app));
  return {
    url: server.url,
    database,
    metrics,
    dispatched,
    log,
    forget: () => {
      dispatched.length = 0;
      log.length = 0;
    },
    stop: async () => {
      await server.stop();
      await Promise.all([...(given ? [] : [database.stop()]), safeFetch.close()]);
    },
  };
}

/** The API for the tests of a file. */
export function useApp(...options: Parameters<typeof startApp>): TestApp {
  return use(async () => startApp(...options));
}
