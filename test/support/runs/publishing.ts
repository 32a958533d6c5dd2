import { join } from 'node:path';
import { pino } from 'pino';
import type { InferAttributes } from 'sequelize';
import { createDueGate, createPromptHosts } from '../../../activities';
import type { ActivityDeps } from '../../../activities';
import type { AssignmentStatus } from '../../../domain/assignment';
import type { PlatformSlug } from '../../../domain/platform';
import { publishAssignmentWorkflow } from '../../../domain/workflowContract';
import type { AssignmentRun } from '../../../domain/workflowContract';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import { createMetrics } from '../../../lib/metrics';
import { Assignment } from '../../../models/assignments/Assignment';
import type { Connection } from '../../../models/connections/Connection';
import { inTransaction } from '../../../models/database/transaction';
import { OutboxEntry } from '../../../models/outbox/OutboxEntry';
import { createDispatcher } from '../../../outbox/dispatch';
import { reconcile } from '../../../outbox/reconcile';
import type { Dispatcher } from '../../../outbox/dispatch';
import { createPlatforms } from '../../../platforms';
import type { Platforms } from '../../../platforms';
import type { PlatformModule } from '../../../sandbox/platform';
import { platformModules } from '../../../sandbox/platforms';
import { createWorkers } from '../../../bin/workers';
import type { WorkersOptions } from '../../../bin/workers';
import { openSandbox } from '../servers/sandbox';
import type { Call, Json, OpenSandbox } from '../servers/sandbox';
import { videoBytes } from '../media/media';
import { buildAssignment } from '../build/assignment';
import { buildConnection } from '../build/connection';
import { buildWorkspace } from '../build/workspace';
import { createDatabase } from '../servers/database';
import type { TestDatabase } from '../servers/database';
import { openMediaFolder } from '../media/mediaFolder';
import type { MediaFolder } from '../media/mediaFolder';
import { openMediaProbe } from '../media/mediaProbe';
import { openPictureMaker } from '../media/pictureMaker';
import { startMediaSource } from '../servers/mediaSource';
import type { MediaSource } from '../servers/mediaSource';
import { mailerTo } from '../servers/mails';
import { paymentsAt } from '../payments';
import { testSecrets } from '../secrets';
import { openNamespace } from '../servers/temporal';
import type { TestTemporal } from '../servers/temporal';
import { use } from '../use';
import { facebookSettings } from '../platforms/facebook';
import { youtubeSettings } from '../platforms/youtube';
import { timelineOf } from './timeline';

/** A film of 600 KiB: two and a half of the pieces that a platform keeps when a connection is cut. */
export const film = videoBytes(600 * 1024);

/** The bundle that `npm test` has made of the workflows. */
export const bundlePath = join(__dirname, '..', '..', '..', 'dist', 'workflowBundle.js');

export interface Channel {
  workspaceId: string;
  apiKey: string;
  connectionId: string;
  channelId: string;
  accessToken: string;
  refreshToken: string;
}

/** An assignment as its row, its timeline, its money and its run tell at the end. */
export interface Outcome {
  run: string;
  row: InferAttributes<Assignment>;
  statuses: AssignmentStatus[];
  /** Types of the assignment's credit entries. */
  credits: string[];
  /** The videos of its channel. */
  videos: Json[];
}

export interface Publishing {
  database: TestDatabase;
  temporal: TestTemporal;
  sandbox: OpenSandbox;
  media: MediaSource;
  /** The files of upload sessions. */
  files: MediaFolder;
  deps: ActivityDeps;
  dispatcher: Dispatcher;
  /** Lines of the activities' log. */
  log: Record<string, unknown>[];
  /** A channel with a live grant, of an account of its own, connected in a workspace of its own. */
  connect: (options?: ConnectOptions) => Promise<Channel>;
  /** An assignment as create writes it, without the dispatch after its commit. */
  create: (channel: Channel, assignment?: Overrides) => Promise<CreatedRun>;
  /** The same, and handed to Temporal. */
  submit: (channel: Channel, assignment?: Overrides) => Promise<CreatedRun>;
  /** Waits for the end of the run. */
  outcomeOf: (assignment: CreatedRun, limitMs?: number) => Promise<Outcome>;
  /** Sets a fault of the sandbox. */
  fault: (on: object, action: object) => Promise<void>;
  callsSince: (seq: number) => Promise<Call[]>;
  stop: () => Promise<void>;
}

export type { Call };
export type Overrides = Partial<InferAttributes<Assignment>>;
export type CreatedRun = AssignmentRun & { channel: Channel; outboxId: number };

interface ConnectOptions {
  /** YouTube if left out. */
  platform?: PlatformSlug;
  scopes?: string[];
  /** The id of a channel that the sandbox has; otherwise the sandbox makes a new channel. */
  channelId?: string;
  connection?: Partial<InferAttributes<Connection>>;
}

type WorkerDeps = WorkersOptions['activityDeps'];

interface Options {
  deps?: Partial<WorkerDeps>;
  /** The platforms of the sandbox, and the platforms as the service then knows them; YouTube alone if left out. */
  platforms?: { open: Readonly<Record<string, PlatformModule>>; at: (url: string) => Platforms };
  /** Such as how many places a workspace has: plenty if left out, as most tests have no relay. */
  database?: Parameters<typeof createDatabase>[0];
  /** False: no worker polls, so that the test can run the activities itself. */
  workers?: boolean;
}

/** Quick enough for tests, and as many tries as in earnest: eight. */
const quick = {
  platformRetryDelaysMs: [10, 10, 10, 10, 10, 10, 10],
  webhookDelaysMs: [0, 20, 40],
  processingPollMs: 20,
  mediaStallMs: 60_000,
  workspaceUploadsInFlightMax: 20,
  webhooksInFlightMax: 100,
};

/** Everything that publishes: database, Temporal namespace, sandbox, media source, and the workers in this process. */
export async function startPublishing({
  deps: given = {},
  workers: hasWorkers = true,
  database: ofDatabase,
  platforms = { open: platformModules, at: platformsOf },
}: Options = {}): Promise<Publishing> {
  const temporal = await openNamespace();
  const database = await createDatabase(ofDatabase);
  const [sandbox, media] = await Promise.all([openSandbox({}, platforms.open), startMediaSource()]);
  await sandbox.calm();
  const files = openMediaFolder();
  const log: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => log.push(JSON.parse(line)) });
  const metrics = createMetrics();
  const dispatcher = createDispatcher({ client: temporal.client, logger, metrics });
  const orders: Pick<ActivityDeps, 'dispatch' | 'reconcile'> = {
    dispatch: dispatcher.dispatchSoon,
    reconcile: async (scope, note) => reconcile({ client: temporal.client, dispatcher, logger, metrics }, scope, note),
  };
  const deps = {
    ...quick,
    ...orders,
    ...outside(platforms.at(sandbox.url), media),
    secrets: testSecrets,
    dueGate: createDueGate(),
    promptHosts: createPromptHosts(),
    mediaProbe: openMediaProbe(logger),
    pictureMaker: openPictureMaker(logger),
    mailer: mailerTo(sandbox.mailUrl),
    ...paymentsAt(sandbox.stripeUrl),
    consoleUrl: 'https://console.example.com',
    mediaStore: files,
    logger,
    metrics,
    ...given,
  };
  const stopServers = async (): Promise<void> => {
    const closing = [deps.safeFetch, deps.mediaProbe, deps.pictureMaker].map(async (one) => one.close());
    await Promise.all([temporal.stop(), sandbox.stop(), media.stop(), ...closing]);
    await database.stop();
    files.stop();
  };
  const workers = hasWorkers ? await runWorkers(temporal, deps).catch(afterwards(stopServers)) : undefined;
  const create = async (channel: Channel, overrides: Overrides = {}) => createAssignment(media, channel, overrides);
  return {
    database,
    temporal,
    sandbox,
    media,
    files,
    deps,
    dispatcher,
    log,
    connect: async (options = {}) => connectChannel(sandbox, options),
    create,
    submit: async (channel, overrides) => {
      const assignment = await create(channel, overrides);
      await dispatcher.dispatch(assignment.outboxId);
      return assignment;
    },
    outcomeOf: async (assignment, limitMs) => {
      const run = await temporal.endOf(assignment, limitMs);
      return { run, ...(await standOf(database, sandbox, assignment)) };
    },
    fault: async (on, action) => {
      const { status, text } = await sandbox.control('POST', '/faults', { on, do: action });
      if (status !== 201) throw new Error(text);
    },
    callsSince: async (seq) => (await sandbox.control('GET', `/calls?since=${seq}`)).body.calls,
    stop: async () => {
      await workers?.stop();
      await stopServers();
    },
  };
}

/** An open resource would keep jest from ending. */
function afterwards(stop: () => Promise<void>) {
  return async (error: unknown): Promise<never> => {
    await stop();
    throw error;
  };
}

export interface RunningWorkers {
  /** Safe to call twice. */
  stop: () => Promise<void>;
}

/** Workers as `bin/worker.ts` runs them, in this process. */
export async function runWorkers(
  temporal: TestTemporal,
  deps: ActivityDeps & Partial<WorkerDeps>,
  bundle = bundlePath,
): Promise<RunningWorkers> {
  const activityDeps = { uploadsInFlightMax: 100, platformCallsInFlightMax: 100, shutdownGraceMs: 0, ...deps };
  const { native: connection, namespace } = temporal;
  const workers = await createWorkers({ connection, namespace, activityDeps, bundlePath: bundle });
  const running = workers.run();
  return {
    stop: async () => {
      workers.shutdown();
      await running;
    },
  };
}

const platformsOf = (url: string) =>
  createPlatforms({ youtube: youtubeSettings(url), facebook: facebookSettings(url) });

/** The outside as the service knows it: the platforms, and of this machine's addresses the media source alone. */
function outside(platforms: Platforms, { port }: MediaSource): Pick<ActivityDeps, 'platforms' | 'safeFetch'> {
  return { platforms, safeFetch: createSafeFetch({ allow: parseOutboundAllow(`127.0.0.1:${port}`) }) };
}

async function connectChannel(
  sandbox: OpenSandbox,
  { connection = {}, platform = 'youtube', ...request }: ConnectOptions,
): Promise<Channel> {
  const { channelId, accessToken, refreshToken } = await sandbox.grant({ platform, ...request });
  const { workspaceId, organizationId, apiKey } = await buildWorkspace();
  const granted = { channelId, accessToken, refreshToken, account: `account of ${channelId}` };
  const { connectionId } = await buildConnection({ workspaceId, organizationId }, { platform, ...connection }, granted);
  return { workspaceId, apiKey, connectionId, channelId, accessToken, refreshToken };
}

async function createAssignment(media: MediaSource, channel: Channel, overrides: Overrides): Promise<CreatedRun> {
  const { platform = 'youtube', mediaUrl = media.serve({ bytes: film }).url } = overrides;
  const { assignmentId } = await buildAssignment(channel, { ...overrides, mediaUrl });
  const { workspaceId } = channel;
  const run = { workflow: publishAssignmentWorkflow, subjectId: assignmentId, generation: 1, workspaceId };
  const order = { kind: 'start', ...run } as const;
  const outboxId = await inTransaction(Assignment.sequelize!, 'test', (transaction) =>
    OutboxEntry.add(order, transaction),
  );
  return { assignmentId, platform, generation: 1, channel, outboxId };
}

async function standOf(
  database: TestDatabase,
  sandbox: OpenSandbox,
  assignment: CreatedRun,
): Promise<Omit<Outcome, 'run'>> {
  const { assignmentId, channel } = assignment;
  const row = await Assignment.findByPk(assignmentId, { raw: true });
  if (!row) throw new Error('the assignment is gone');
  const timeline = await timelineOf(assignmentId);
  const entriesOf = 'SELECT type FROM credit_entries WHERE assignment_id = $1 ORDER BY seq';
  const entries = await database.query<{ type: string }>(entriesOf, [assignmentId]);
  const { videos } = await sandbox.stateOf('youtube');
  return {
    row,
    statuses: timeline.map(({ status }) => status),
    credits: entries.map(({ type }) => type),
    videos: videos.filter(({ channelId }: Json) => channelId === channel.channelId),
  };
}

/** Everything that publishes, for the tests around the call; before each of them its sandbox calms down. */
export function usePublishing(...options: Parameters<typeof startPublishing>): Publishing {
  const publishing = use(async () => startPublishing(...options));
  beforeEach(async () => publishing.sandbox.calm());
  return publishing;
}
