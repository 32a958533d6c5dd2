import type { Sequelize } from 'sequelize';
import type { ServiceConfig } from '../lib/config';
import type { Logger } from '../lib/logger';
import type { MediaProbe } from '../lib/media/probe';
import type { MediaStore } from '../lib/mediaStore/MediaStore';
import type { Metrics } from '../lib/metrics';
import type { Passwords } from '../lib/passwords';
import type { Payments } from '../lib/payments/Payments';
import type { SafeFetch } from '../lib/safeFetch/safeFetch';
import type { Secrets } from '../lib/secrets';
import type { Shares } from '../lib/shares';
import type { Sessions } from '../lib/sessions';
import type { CompleteTicket } from '../outbox/completeTicket';
import type { FindRun } from '../outbox/findRun';
import type { Platforms } from '../platforms';
import type { KnownChannels } from './assignments/knownChannels';
import type { Watching } from './assignments/watching';
import type { ConsoleFiles } from './console/consoleFiles';
import type { AnswerTus } from './uploadSessions/tus';
import type { FailureLimit } from './users/failureLimit';

/** Everything the API is given. It opens, reads and starts nothing by itself. */
export interface AppDeps {
  config: Pick<
    ServiceConfig,
    | 'baseUrl'
    | 'consoleUrl'
    | 'freePlanCredits'
    | 'idempotencyHoldUntil'
    | 'mcpHosts'
    | 'mcpOrigins'
    | 'outboundAllow'
    | 'prepareAheadSeconds'
    | 'rateLimitPerMinute'
    | 'trustProxy'
    | 'uploadQuotaBytes'
  >;
  logger: Logger;
  /** The pool that the models are bound to. */
  sequelize: Sequelize;
  platforms: Platforms;
  /** Starts the workflows of outbox entries just committed. Never awaited: what it misses, the relay starts. */
  dispatch: (outboxIds: readonly number[]) => void;
  /** Lets the workflow of a ticket go on, and waits for it. */
  completeTicket: CompleteTicket;
  /** Tells which run publishes an assignment. */
  findRun: FindRun;
  /** Opens what is stored encrypted. */
  secrets: Secrets;
  /** Signs users in. */
  sessions: Sessions;
  passwords: Passwords;
  /** Takes the payments for credits and plans. */
  payments: Payments;
  /** Limits how often a password is guessed. */
  failureLimit: FailureLimit;
  /** The way to addresses that callers name. */
  safeFetch: SafeFetch;
  /** Looks into media: their format, size and duration. */
  mediaProbe: MediaProbe;
  /** The turns in which they are looked at for callers who validate. */
  looks: Shares;
  /** The turns in which the other hosts that callers name are asked: receivers of test events, and those of pictures. */
  hostTurns: Shares;
  /** The channels for which a job is written without a look at them before. */
  knownChannels: KnownChannels;
  /** The turns in which statistics are read: they take a part of the pool. */
  figureTurns: Shares;
  /** The files of upload sessions. */
  mediaStore: MediaStore;
  /** The server of the protocol by which they are sent. */
  tus: AnswerTus;
  /** Tells event streams what becomes of an assignment. */
  watching: Watching;
  /** The files of the console, which browsers get at `/`. */
  consoleFiles: ConsoleFiles;
  metrics: Pick<Metrics, 'httpRequestSeconds' | 'assignmentsEnded' | 'paymentsWithoutCredits'>;
  /** Whether each answer is parsed against its schema before it is sent; the tests switch it on. */
  checkResponses?: boolean;
}
