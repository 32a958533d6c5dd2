import type { Migration } from './Migration';
import { spine } from './0001-spine';
import { webhooks } from './0002-webhooks';
import { tickets } from './0003-tickets';
import { removals } from './0005-removals';
import { pendingDeliveries } from './0006-pending-deliveries';
import { platformAccounts } from './0007-platform-accounts';
import { ticketReasons } from './0008-ticket-reasons';
import { mediaProbes } from './0009-media-probes';
import { people } from './0010-people';
import { mails } from './0011-mails';
import { consoleLists } from './0012-console';
import { uploadSessions } from './0013-upload-sessions';

/** All of them, oldest first. */
export const migrations: readonly Migration[] = [
  spine,
  webhooks,
  tickets,
  removals,
  pendingDeliveries,
  platformAccounts,
  ticketReasons,
  mediaProbes,
  people,
  mails,
  consoleLists,
  uploadSessions,
];
