import { Context } from '@temporalio/activity';
import { ApplicationFailure } from '@temporalio/common';
import { PublishFailure } from '../../domain/PublishFailure';
import type { PublishJob } from '../../domain/workflowContract';
import { failpoint } from '../../lib/failpoint';
import { Assignment } from '../../models/Assignment';
import { channelAccess } from '../../models/channelAccess';
import { Upload } from '../../models/Upload';
import { platformFor } from '../../platforms/index';
import type { MediaPart, UploadState } from '../../platforms/Platform';
import type { ActivityDeps } from '../deps';
import { jobHasMovedOn, tryStep } from '../failures';
import type { Heartbeat } from '../failures';
import { removeLeftover } from '../removeLeftovers';
import { meter, tooLarge } from './meter';
import type { Meter } from './meter';
import { isSame, openSource, openSourceAt } from './openSource';
import type { OpenSource, Unspliceable } from './openSource';
import { reportProgress } from './reportProgress';
import { askSession, countAnew, openSession, storedSession } from './session';
import type { Session, Transfer } from './session';
import { sniff } from './sniff';

/** How often a changed source may begin anew before the job fails. */
const sourceChangesMax = 1;

export function createMediaActivities(deps: ActivityDeps) {
  return {
    /**
     * Streams mediaUrl into the platform's resumable session, from where the platform says it is, until the platform has
     * every byte (architecture.md §3.4). Nothing is buffered, nothing is public yet.
     */
    async transferMedia(job: PublishJob): Promise<void> {
      await tryStep(deps, job, async (heartbeat) => run(await prepare(deps, job, heartbeat)));
      failpoint('upload.complete');
    },
  };
}

async function prepare(deps: ActivityDeps, job: PublishJob, heartbeat: Heartbeat): Promise<Transfer> {
  const assignment = await Assignment.ofJob(job.assignmentId, job.generation);
  if (assignment?.status !== 'uploading') throw jobHasMovedOn();
  const platform = platformFor(deps.platforms, assignment.platform);
  const type = platform.contentTypes.find(({ slug }) => slug === assignment.type);
  if (!type || assignment.mediaUrl === null) throw new Error(`${assignment.type} of ${platform.slug} has no media`);
  const controller = new AbortController();
  const { cancellationSignal } = Context.current();
  cancellationSignal.addEventListener('abort', () => controller.abort(cancellationSignal.reason), { once: true });
  const access = channelAccess(deps, { platform, connectionId: assignment.connectionId, signal: controller.signal });
  return { deps, job, heartbeat, assignment, mediaUrl: assignment.mediaUrl, platform, type, access, controller };
}

/** What an earlier run left over is removed before the first byte; what it brought over whole is not asked for again. */
async function run(transfer: Transfer): Promise<void> {
  const { deps, job, access, assignment } = transfer;
  if (assignment.cleanup === 'due') await removeLeftover(deps, job, access);
  const upload = await Upload.ofAssignment(job.assignmentId);
  if (upload?.platformPostId) return;
  const session = storedSession(transfer, upload);
  const state = session ? await askSession(transfer, session) : undefined;
  const end = await sendOn(transfer, session, state);
  if (end.kind === 'complete') return Upload.storeObject(transfer.job, end.platformPostId);
  const next = end.kind === 'gone' ? 'ended the upload session' : `has only ${end.nextOffset} bytes`;
  throw new PublishFailure('UPLOAD_FAILED', `The platform ${next}; the upload goes on from there.`, {
    transient: true,
  });
}

/** Goes on in the session where that is provably right, else begins anew in a new one. */
async function sendOn(
  transfer: Transfer,
  session: Session | null,
  state: UploadState | undefined,
): Promise<UploadState> {
  if (!session || !state) return beginAnew(transfer, null, 0);
  if (state.kind === 'complete') return state;
  if (state.kind === 'gone') return beginAnew(transfer, session, session.sourceChanges);
  const offset = state.nextOffset;
  const source = await reopen(transfer, session, offset);
  if (source === 'changed' && session.sourceChanges >= sourceChangesMax) throw keepsChanging();
  if (source !== 'changed' && source !== 'notResumable') {
    return stream(transfer, source, offset, async (flow) =>
      send(transfer, session, flow, { offset, sizeBytes: source.sizeBytes, contentType: 'application/octet-stream' }),
    );
  }
  const { access, platform } = transfer;
  await access.call(async (call) => platform.remove(call, { session: session.url, platformPostId: null }));
  return beginAnew(transfer, session, session.sourceChanges + (source === 'changed' ? 1 : 0));
}

async function reopen(
  { deps, mediaUrl, controller: { signal } }: Transfer,
  { source: known }: Session,
  offset: number,
): Promise<OpenSource | Unspliceable> {
  if (offset > 0) return openSourceAt(deps.safeFetch, mediaUrl, offset, known, signal);
  const source = await openSource(deps.safeFetch, mediaUrl, signal);
  if (isSame(source.identity, known)) return source;
  source.body.on('error', () => undefined).destroy();
  return 'changed';
}

function keepsChanging(): PublishFailure {
  return new PublishFailure(
    'MEDIA_DOWNLOAD_FAILED',
    'What mediaUrl serves changed again while it was read. Serve a file that stays the same, then retry.',
    { transient: false },
  );
}

async function beginAnew(transfer: Transfer, replaced: Session | null, sourceChanges: number): Promise<UploadState> {
  const { deps, mediaUrl, type, controller } = transfer;
  const source = await openSource(deps.safeFetch, mediaUrl, controller.signal);
  return stream(transfer, source, 0, async (flow) => {
    const { maxFileSizeBytes } = type;
    if (maxFileSizeBytes !== null && (source.sizeBytes ?? 0) > maxFileSizeBytes) throw tooLarge(maxFileSizeBytes);
    const { contentType, body } = await sniff(flow.body, type);
    const session = await openSession(transfer, source, contentType, { replaced, sourceChanges });
    return send(transfer, session, { ...flow, body }, { offset: 0, sizeBytes: source.sizeBytes, contentType });
  });
}

/** Lets `work` read the source through a meter, and closes the source whatever happens. */
async function stream<T>(
  { deps, type, controller }: Transfer,
  source: OpenSource,
  offset: number,
  work: (flow: Meter) => Promise<T>,
): Promise<T> {
  const limits = { sizeBytesMax: type.maxFileSizeBytes, stallMs: deps.mediaStallMs };
  const flow = meter(source.body, { offset, ...limits, controller });
  try {
    return await work(flow);
  } finally {
    flow.stop();
    source.body.on('error', () => undefined).destroy();
  }
}

async function send(
  transfer: Transfer,
  session: Session,
  { body, position }: Meter,
  part: Omit<MediaPart, 'body'>,
): Promise<UploadState> {
  const { deps, platform, access, controller, job, heartbeat } = transfer;
  const abort = (reason: unknown): void => controller.abort(reason);
  const report = reportProgress(deps, job, { heartbeat, position, abort });
  try {
    return await access.callOnce(async (call) => platform.upload.send(call, session.url, { ...part, body }));
  } catch (error) {
    const isCut = !Context.current().cancellationSignal.aborted && !(error instanceof ApplicationFailure);
    if (isCut && position() > part.offset) await countAnew(transfer, session);
    throw error;
  } finally {
    await report.stop();
  }
}
