import { Context } from '@temporalio/activity';
import { withTimeLimit } from '../../lib/timeLimit';
import { sessionContext, Upload } from '../../models/assignments/Upload';
import type { SentSource } from '../../models/assignments/Upload';
import { sessionReport } from '../../models/assignments/store/mediumReports';
import { channelAccess } from '../../channels/channelAccess';
import { RunChannel } from '../../models/assignments/runSubjects';
import type { PlatformObjects } from '../../platforms/Publisher';
import type { ResumableUpload, UploadState } from '../../platforms/Upload';
import { abandon } from '../run/cleanUp';
import { recordEvent } from '../run/report';
import { withGraceOnce } from '../run/abortSignals';
import { requireOngoing } from '../run/try';
import type { JudgedMedia } from './stream';
import type { Transfer } from './transfer';

/** A transfer through a resumable session. */
export interface ResumableTransfer extends Transfer {
  upload: ResumableUpload;
}

/** The platform's resumable session, as the assignment's row has it. */
export interface Session {
  /** As the platform gave it. */
  url: string;
  /** The address as stored, encrypted; a replacement names it. */
  stored: string;
  source: SentSource;
  /** The media type by the first bytes of the media. */
  contentType: string;
  sourceChanges: number;
}

/**
 * Asks the platform for a session. It may be there although the transfer ends, and with it a video that is not public: its address
 * is waited for.
 */
export async function askForSession(
  { access, assignment: { payload }, controller }: Transfer,
  upload: ResumableUpload,
  media: { contentType: string; sizeBytes: number | null },
): Promise<string> {
  const { openCost: cost } = upload;
  const signal = withGraceOnce(() => true, controller.signal);
  return access.call(async (call) => upload.open(call, payload, media), { signal, ...(cost && { cost }) });
}

/** Opens a session and stores it before its first byte; the assignment's earlier one, if any, is replaced. */
export async function openSession(
  transfer: ResumableTransfer,
  { identity, sizeBytes }: JudgedMedia['source'],
  contentType: string,
  { replaced, sourceChanges }: { replaced: Session | null; sourceChanges: number },
): Promise<Session> {
  const { deps, upload, assignment, run, item } = transfer;
  const { payload } = assignment;
  const url = await askForSession(transfer, upload, { contentType, sizeBytes });
  const stored = deps.secrets.encrypt(url, sessionContext(run.assignmentId));
  const staged = upload.carriesPayload ? payload : null;
  const opened = { session: stored, source: identity, contentType, sizeBytes, sourceChanges, staged };
  const { report, given } = sessionReport({ generation: run.generation, item }, opened, replaced?.stored ?? null);
  const recorded = await recordEvent(deps, run, report, given);
  if (!recorded || recorded.change.isVoid) await abandon(transfer, onlySession(url));
  requireOngoing(run, recorded);
  return { url, stored, source: identity, contentType, sourceChanges };
}

/** The objects of an upload that has only begun: a session. */
export function onlySession(session: string): PlatformObjects {
  return { items: [{ session, objectId: null }], draftId: null };
}

/** The assignment's session, or null while it has none. */
export function storedSession({ deps, run }: ResumableTransfer, upload: Upload | undefined): Session | null {
  if (!upload?.session || !upload.source || !upload.contentType) return null;
  const { session: stored, source, contentType, sourceChanges } = upload;
  const url = deps.secrets.decrypt(stored, sessionContext(run.assignmentId));
  return { url, stored, source, contentType, sourceChanges };
}

/** Asks the platform how many bytes it has; its answer counts. With more than ever before, the tries begin again. */
export async function askSession(
  { deps, access, upload, run, item }: Pick<ResumableTransfer, 'deps' | 'access' | 'upload' | 'run' | 'item'>,
  { url, source }: Session,
): Promise<UploadState> {
  const state = await access.call(async (call) => upload.ask(call, url, source.sizeBytes));
  const { generation } = run;
  if (state.kind === 'open' && (await Upload.storeConfirmed({ ...run, item }, state.nextOffset)))
    await recordEvent(deps, run, { is: 'progressed', ends: 'tries', generation });
  return state;
}

/** Longest wait for the platform's answer about a session that was just cut. */
const askMs = 5000;

/**
 * Restarts the time within which tries may fail, after a transfer that moved bytes was cut. The count of failed tries
 * begins again, too, if the platform has kept more bytes than ever before (domain/README.md). Else a transfer of hours
 * would end with its first cut, for a failure from before its first byte. Never throws: the assignment is to receive
 * the reason of the cut.
 */
export async function countAnew(transfer: ResumableTransfer, session: Session): Promise<void> {
  const { deps, run, platform, assignment, upload, item } = transfer;
  const channel = new RunChannel(assignment.connectionId);
  try {
    const { generation } = run;
    const recorded = await recordEvent(deps, run, { is: 'progressed', ends: 'clock', generation });
    if (!recorded || recorded.change.isVoid) return;
    await withTimeLimit(Context.current().cancellationSignal, askMs, async (signal) =>
      askSession({ deps, access: channelAccess(deps, { platform, channel, signal }), upload, run, item }, session),
    );
  } catch (error) {
    deps.logger.warn({ err: error, ...run }, 'how far an upload that was cut has come is not known');
  }
}
