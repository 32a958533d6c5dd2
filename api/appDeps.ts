import type { AdminDeps } from './admin/deps';
import type { AssignmentDeps } from './assignments/deps';
import type { BillingDeps } from './billing/deps';
import type { ConsoleFiles } from './console/consoleFiles';
import type { CallerPage } from './docs/callerPages';
import type { TicketDeps } from './oauth/deps';
import type { StatsDeps } from './stats/deps';
import type { UploadDeps } from './uploadSessions/deps';
import type { UserDeps } from './users/deps';
import type { WebhookDeps } from './webhooks/deps';

/** Everything the API is given. It opens, reads and starts nothing by itself. */
export interface AppDeps
  extends AdminDeps, AssignmentDeps, BillingDeps, StatsDeps, TicketDeps, UploadDeps, UserDeps, WebhookDeps {
  /** The files of the console, which browsers get at `/`. */
  consoleFiles: ConsoleFiles;
  /** The pages for callers, which anybody gets below `/docs`. */
  callerPages: readonly CallerPage[];
}
