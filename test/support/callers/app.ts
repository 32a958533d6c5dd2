import { join } from 'node:path';
import { pino } from 'pino';
import { createApp } from '../../../api/app';
import type { AppDeps } from '../../../api/appDeps';
import { readConsole } from '../../../api/console/consoleFiles';
import { readCallerPages } from '../../../api/docs/callerPages';
import { createWatching } from '../../../api/assignments/watch/watching';
import { createHttpServer } from '../../../api/server/createHttpServer';
import { createKnownChannels } from '../../../api/assignments/knownChannels';
import { createLooks } from '../../../api/assignments/validate/validateFiles';
import { createHostTurns } from '../../../api/hostTurns';
import { createFigureTurns } from '../../../api/stats/figureTurns';
import { createImporter } from '../../../api/uploadSessions/imports/importer';
import { createTus } from '../../../api/uploadSessions/tus';
import { createFailureLimit } from '../../../api/users/failureLimit';
import { publishWorkflowId } from '../../../domain/workflowContract';
import { createMetrics } from '../../../lib/metrics';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import { createPlatforms } from '../../../platforms';
import { createDatabase, poolSizeDefault } from '../servers/database';
import type { TestDatabase } from '../servers/database';
import { openMediaFolder } from '../media/mediaFolder';
import type { MediaFolder } from '../media/mediaFolder';
import { openMediaProbe } from '../media/mediaProbe';
import { openPictureMaker } from '../media/pictureMaker';
import { testPasswords, testSecrets, testSessions, testIssuer } from '../secrets';
import { startServer } from '../servers/server';
import { use } from '../use';
import { facebookSettings } from '../platforms/facebook';
import { paymentDeps } from '../payments';
import { youtubeSettings } from '../platforms/youtube';

export interface TestApp {
  url: string;
  /** The dependencies with which it was made. */
  deps: AppDeps;
  database: TestDatabase;
  metrics: ReturnType<typeof createMetrics>;
  /** The entries that the API has handed to the dispatcher, one list a call. */
  dispatched: (readonly number[])[];
  /** The lines of its log. */
  log: Record<string, unknown>[];
  /** Empties both. */
  forget: () => void;
  stop: () => Promise<void>;
}

interface Outside {
  /** The address of YouTube and Facebook; by default no server answers there. */
  platformUrl?: string;
  /** The address of Stripe; by default no server answers there. */
  stripeUrl?: string;
  /** Settings of payments that are not the usual ones. */
  payments?: Parameters<typeof paymentDeps>[2];
  /** By default the workflow of a ticket does nothing. */
  completeTicket?: AppDeps['completeTicket'];
  /** By default no run is found. */
  findRun?: AppDeps['findRun'];
  /** By default the dispatcher only remembers its entries. */
  dispatch?: AppDeps['dispatch'];
  /** By default the cheapest password hashes. */
  passwords?: AppDeps['passwords'];
  /** A database that is already open; its owner drops it. */
  database?: TestDatabase;
  /** Certificate authorities (PEM) that it trusts outside. */
  ca?: string;
  /** By default a folder of its own. */
  files?: MediaFolder;
  /** By default the console that `npm test` has built. */
  consoleFiles?: AppDeps['consoleFiles'];
}

/** The address of the console in tests that look at addresses. */
export const testConsoleUrl = 'https://console.example';
/** The console that `npm test` has built. */
export const builtConsole = join(__dirname, '..', '..', '..', 'dist', 'console');
/** The pages for callers that `npm test` has collected. */
const builtPages = join(__dirname, '..', '..', '..', 'dist', 'callerPages.json');
const nowhere = 'http://127.0.0.1:9';

/** The API on a random port and a database of its own, with a dispatcher that only remembers its entries. */
export async function startApp(
  config: Partial<AppDeps['config']> = {},
  {
    platformUrl = nowhere,
    stripeUrl = nowhere,
    payments,
    completeTicket = async () => {},
    findRun = async (assignment) => ({
      workflowId: publishWorkflowId(assignment),
      runId: null,
      url: null,
      runsUrl: null,
    }),
    dispatch,
    passwords = testPasswords,
    database: given,
    ca,
    files,
    consoleFiles = readConsole(builtConsole),
  }: Outside = {},
): Promise<TestApp> {
  const database = given ?? (await createDatabase());
  const metrics = createMetrics();
  const dispatched: TestApp['dispatched'] = [];
  const log: TestApp['log'] = [];
  const defaults = {
    baseUrl: testIssuer,
    consoleUrl: testConsoleUrl,
    freePlanCredits: 500,
    idempotencyHoldUntil: null,
    mcpHosts: [],
    mcpOrigins: ['claude.ai'],
    prepareAheadSeconds: 600,
    rateLimitPerMinute: 100_000,
    trustProxy: 0,
    uploadQuotaBytes: 1024 ** 3,
  };
  const settings = { ...defaults, outboundAllow: [], ...config };
  const safeFetch = createSafeFetch({ allow: settings.outboundAllow, ...(ca !== undefined && { ca }) });
  const logger = pino({ level: 'info' }, { write: (line) => log.push(JSON.parse(line)) });
  const mediaProbe = openMediaProbe(logger);
  const pictureMaker = openPictureMaker(logger);
  const mediaStore = files ?? openMediaFolder();
  const platforms = createPlatforms({ youtube: youtubeSettings(platformUrl), facebook: facebookSettings(platformUrl) });
  const { sequelize } = database;
  // It looks for due imports only when it is woken.
  const importer = createImporter({
    config: settings,
    logger,
    sequelize,
    platforms,
    safeFetch,
    mediaProbe,
    mediaStore,
  });
  const deps: AppDeps = {
    config: settings,
    logger,
    sequelize,
    platforms,
    dispatch: (outboxIds) => {
      dispatched.push(outboxIds);
      dispatch?.(outboxIds);
    },
    completeTicket,
    findRun,
    runPage: (workflowId) => `http://temporal.test/${workflowId}`,
    secrets: testSecrets,
    sessions: testSessions,
    passwords,
    ...paymentDeps(stripeUrl, { logger, metrics }, payments),
    failureLimit: createFailureLimit(logger),
    safeFetch,
    mediaProbe,
    pictureMaker,
    mediaStore,
    looks: createLooks(),
    hostTurns: createHostTurns(),
    knownChannels: createKnownChannels(),
    figureTurns: createFigureTurns(poolSizeDefault),
    watching: createWatching({ databaseUrl: database.url, logger }),
    tus: createTus({ mediaStore, mediaProbe, sequelize, logger }),
    importSoon: importer.wake,
    consoleFiles,
    callerPages: readCallerPages(builtPages),
    metrics,
    checkResponses: true,
  };
  const server = await startServer(createHttpServer(createApp(deps), deps.logger));
  return {
    url: server.url,
    deps,
    database,
    metrics,
    dispatched,
    log,
    forget: () => {
      dispatched.length = 0;
      log.length = 0;
    },
    stop: async () => {
      await deps.watching.stop();
      await Promise.all([server.stop(), importer.stop()]);
      await Promise.all([
        ...(given ? [] : [database.stop()]),
        safeFetch.close(),
        mediaProbe.close(),
        pictureMaker.close(),
      ]);
      if (!files) mediaStore.stop();
    },
  };
}

/** The API for the tests of a file. */
export function useApp(...options: Parameters<typeof startApp>): TestApp {
  return use(async () => startApp(...options));
}
