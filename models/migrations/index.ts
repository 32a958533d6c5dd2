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
import { postExtras } from './0014-post-extras';
import { memberCredits } from './0015-member-credits';
import { mcp } from './0016-mcp';
import { fairShares } from './0017-fair-shares';
import { payments } from './0018-payments';
import { statistics } from './0019-statistics';
import { mcpCalls } from './0020-mcp-calls';
import { tokenRenewals } from './0021-token-renewals';
import { places } from './0023-places';
import { inviters } from './0024-inviters';
import { listRanges } from './0025-list-ranges';
import { failedTries } from './0026-failed-tries';
import { replacedDrafts } from './0027-replaced-drafts';
import { earlyExtras } from './0028-early-extras';
import { lateUses } from './0029-late-uses';
import { neighbours } from './0030-neighbours';
import { accessEnds } from './0031-access-ends';
import { lostStages } from './0032-lost-stages';
import { owedExtras } from './0033-owed-extras';
import { absentAndNewer } from './0035-absent-and-newer';
import { lostRows } from './0036-lost-rows';
import { retention } from './0039-retention';
import { version } from './0040-version';
import { counts } from './0041-counts';
import { outdated } from './0042-outdated';
import { keyHashes } from './0043-key-hashes';
import { next, nextIndex } from './0044-next';

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
  postExtras,
  memberCredits,
  mcp,
  fairShares,
  payments,
  statistics,
  mcpCalls,
  tokenRenewals,
  places,
  inviters,
  listRanges,
  failedTries,
  replacedDrafts,
  earlyExtras,
  lateUses,
  neighbours,
  accessEnds,
  lostStages,
  owedExtras,
  absentAndNewer,
  lostRows,
  retention,
  version,
  counts,
  outdated,
  keyHashes,
  next,
  nextIndex,
];
