import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { nextStep } from '../../domain/assignment/nextStep';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { isSame } from '../../lib/media/sourceIdentity';
import type { Upload } from '../../models/assignments/Upload';
import type { MediaPart, UploadState } from '../../platforms/Upload';
import { recordEvent } from '../run/report';
import { TryEnded, requireOngoing } from '../run/try';
import type { Meter } from './meter';
import type { OpenSource, Unspliceable } from '../source/openSource';
import { reportProgress } from './reportProgress';
import { askSession, countAnew, onlySession, openSession, storedSession } from './session';
import type { ResumableTransfer, Session } from './session';
import { stream, streamJudged } from './stream';
import type { JudgedMedia } from './stream';
import { handedOver } from './taskLimits';
import type { UploadedObject } from './transfer';

/** An assignment whose source changes more often than this fails. */
const sourceChangesMax = 1;

/**
 * Streams a medium into the platform's resumable session, from where the platform says it is, until the platform has every
 * byte.
 * @returns the id of the object that the session has made
 */
export async function sendResumably(transfer: ResumableTransfer, earlier: Upload | undefined): Promise<string> {
  const session = storedSession(transfer, earlier);
  const state = session ? await askSession(transfer, session) : undefined;
  if (state?.kind === 'absent') await requireGone(transfer);
  else if (state) await noteSeen(transfer);
  return requireWhole(await sendOn(transfer, session, state));
}

/**
 * Records that the platform does not find the upload: its answers may leave out an upload that it has.
 * @throws TryEnded until the upload is certainly gone
 */
async function requireGone({ deps, run, platform: { name } }: ResumableTransfer): Promise<void> {
  const message = `${name} does not find the upload; it is asked again.`;
  const failure = { code: 'UPLOAD_FAILED', message, transient: true, isAbsent: true } as const;
  const event = { is: 'failed', of: 'upload', generation: run.generation, failure } as const;
  const why = { type: 'NOT_FOUND', message };
  const recorded = requireOngoing(run, await recordEvent(deps, run, event), why);
  if (nextStep(recorded.assignment, recorded.now).do === 'wait') throw new TryEnded(recorded, why);
}

async function noteSeen({ deps, run, assignment }: ResumableTransfer): Promise<void> {
  const { generation } = run;
  if (assignment.isAbsent) await recordEvent(deps, run, { is: 'progressed', ends: 'absence', generation });
}

/** Sends a medium that is open and judged, in its first session. */
export async function sendFlow(transfer: ResumableTransfer, media: JudgedMedia): Promise<string> {
  return requireWhole(await sendFrom(transfer, media, { replaced: null, sourceChanges: 0 }));
}

/** The medium that a session has made: the row of the session has the source. */
export function ofSession(objectId: string): UploadedObject {
  return { objectId, source: null, hasSession: true };
}

function requireWhole(end: UploadState): string {
  if (end.kind === 'complete') return end.objectId;
  const words = { seen: `The platform ${stateOf(end)}.`, todo: 'Retry later: the upload goes on from there.' };
  throw new PublishFailure('UPLOAD_FAILED', words, { transient: true });
}

function stateOf(end: Exclude<UploadState, { kind: 'complete' }>): string {
  switch (end.kind) {
    case 'open':
      return `has only ${end.nextOffset} bytes`;
    case 'gone':
      return 'ended the upload session';
    case 'absent':
      return 'does not find the upload';
  }
}

/** Goes on in the session where that is provably right, else begins again in a new session. */
async function sendOn(
  transfer: ResumableTransfer,
  session: Session | null,
  state: UploadState | undefined,
): Promise<UploadState> {
  if (!session || !state) return beginAnew(transfer, null, 0);
  if (state.kind === 'complete') return state;
  if (state.kind === 'gone' || state.kind === 'absent') return beginAnew(transfer, session, session.sourceChanges);
  const offset = state.nextOffset;
  const source = await reopen(transfer, session, offset);
  if (source === 'changed' && session.sourceChanges >= sourceChangesMax) throw keepsChanging();
  if (source !== 'changed' && source !== 'notResumable') {
    const { contentType } = session;
    return stream(transfer, source, { offset, contentType }, async (flow) =>
      send(transfer, session, flow, { offset, sizeBytes: source.sizeBytes, contentType }),
    );
  }
  const { access, publisher } = transfer;
  await access.call(async (call) => publisher.remove(call, onlySession(session.url)));
  return beginAnew(transfer, session, session.sourceChanges + (source === 'changed' ? 1 : 0));
}

async function reopen(
  { origin, controller: { signal } }: ResumableTransfer,
  { source: known }: Session,
  offset: number,
): Promise<OpenSource | Unspliceable> {
  if (offset > 0) return origin.openAt(offset, known, signal);
  const source = await origin.open(signal);
  if (isSame(source.identity, known)) return source;
  source.body.on('error', () => undefined).destroy();
  return 'changed';
}

function keepsChanging(): PublishFailure {
  return new PublishFailure(
    'MEDIA_DOWNLOAD_FAILED',
    { seen: 'The media changed again while they were read.', todo: 'Serve a file that stays the same, then retry.' },
    { transient: false },
  );
}

async function beginAnew(
  transfer: ResumableTransfer,
  replaced: Session | null,
  sourceChanges: number,
): Promise<UploadState> {
  const source = await transfer.origin.open(transfer.controller.signal);
  return streamJudged(transfer, source, async (media) => sendFrom(transfer, media, { replaced, sourceChanges }));
}

async function sendFrom(
  transfer: ResumableTransfer,
  { source, flow, contentType }: JudgedMedia,
  earlier: { replaced: Session | null; sourceChanges: number },
): Promise<UploadState> {
  const session = await openSession(transfer, source, contentType, earlier);
  return send(transfer, session, flow, { offset: 0, sizeBytes: source.sizeBytes, contentType });
}

async function send(
  transfer: ResumableTransfer,
  session: Session,
  { body, position }: Meter,
  part: Omit<MediaPart, 'body'>,
): Promise<UploadState> {
  const { deps, upload, access, controller, heartbeat, limits } = transfer;
  const abort = (reason: unknown): void => controller.abort(reason);
  const handOver = (): void => abort(handedOver());
  limits?.late.addEventListener('abort', handOver, { once: true });
  const report = reportProgress(deps, transfer, { heartbeat, position, abort });
  let isWhole = false;
  try {
    const state = await access.callOnce(async (call) => upload.send(call, session.url, { ...part, body }));
    isWhole = state.kind === 'complete';
    return state;
  } catch (error) {
    const isCut = !Context.current().cancellationSignal.aborted && !(error instanceof ApplicationFailure);
    if (isCut && position() > part.offset) await countAnew(transfer, session);
    throw error;
  } finally {
    limits?.late.removeEventListener('abort', handOver);
    await report.stop(isWhole);
  }
}
