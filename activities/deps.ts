import type { RetentionDays } from '../domain/retention';
import type { Logger } from '../lib/logger';
import type { Mailer } from '../lib/mail/mailer';
import type { MediaProbe } from '../lib/media/probe';
import type { MediaStore } from '../lib/mediaStore/MediaStore';
import type { Metrics } from '../lib/metrics';
import type { Payments } from '../lib/payments/Payments';
import type { PictureMaker } from '../lib/pictures/pictureMaker';
import type { SafeFetch } from '../lib/safeFetch/safeFetch';
import type { Secrets } from '../lib/secrets';
import type { Known } from '../models/assignments/store/known';
import type { ReconcileResult } from '../outbox/reconcile';
import type { Platforms } from '../platforms/index';
import type { DueGate } from './dueGate';
import type { PromptHosts } from './source/promptHosts';

/** Everything that activities need from outside; `bin/worker.ts` and the tests put it together. */
export interface ActivityDeps {
  platforms: Platforms;
  /** `retentionDefaults` if left out. */
  retention?: RetentionDays;
  secrets: Secrets;
  safeFetch: SafeFetch;
  mediaProbe: MediaProbe;
  /** Makes the small pictures of posts. */
  pictureMaker: PictureMaker;
  mailer: Mailer;
  payments: Payments;
  /** Credits a month of a workspace without a plan. */
  freePlanCredits: number;
  /** The address of the console: links in mails lead there. */
  consoleUrl: string;
  /** The files of upload sessions. */
  mediaStore: MediaStore;
  /** Starts the workflows of outbox entries just committed; never awaited. */
  dispatch: (outboxIds: readonly number[]) => void;
  /** Replaces lost workflows of assignments, deliveries, mails and removals; notes its progress after each batch. */
  reconcile: (scope: 'recent' | 'all', note: (result: ReconcileResult) => void) => Promise<ReconcileResult>;
  /** Hosts from which small media come at once. */
  promptHosts: PromptHosts;
  /** Posts of this process that are due, for which other work stands back. */
  dueGate: DueGate;
  /** The assignment of one activity, as the activity has last read or stored it. */
  known?: Known;
  logger: Logger;
  metrics: Metrics;
  /** Waits between the tries of a platform step; one more try than waits. */
  platformRetryDelaysMs: readonly number[];
  /** The first wait between two questions about processing; each next one doubles, up to 60 s. */
  processingPollMs: number;
  /** Waits before each attempt of a webhook. */
  webhookDelaysMs: readonly number[];
  /** Attempts that this process makes at the same time. */
  webhooksInFlightMax: number;
  /** A source that sends less than 1 KiB/s for this long is cut and resumed. */
  mediaStallMs: number;
  /** Transfers that one workspace may have under way at the same time, in all processes together. */
  workspaceUploadsInFlightMax: number;
}
