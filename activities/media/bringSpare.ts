import { PublishFailure } from '../../domain/failures/PublishFailure';
import { workOf } from '../../domain/assignment/nextStep';
import { mediaKindOf } from '../../domain/platform';
import { sessionContext } from '../../models/assignments/Upload';
import type { Spare } from '../../models/assignments/store/mediaParts';
import { spareReport } from '../../models/assignments/store/mediumReports';
import type { DirectUpload, ResumableUpload } from '../../platforms/Upload';
import type { Publisher } from '../../platforms/Publisher';
import { abandon } from '../run/cleanUp';
import { recordEvent } from '../run/report';
import { TryEnded, requireOngoing } from '../run/try';
import { put } from './putDirectly';
import { askForSession } from './session';
import type { OpenSource } from '../source/openSource';
import { streamJudged } from './stream';
import type { JudgedMedia } from './stream';
import type { Transfer } from './transfer';

/**
 * Brings the newer version of a medium to its platform, beside the prepared medium, in one try. It is judged as any
 * other medium before its first byte goes there.
 * @throws PublishFailure for a medium that the type refuses, or that does not arrive whole
 */
export async function bringSpare(transfer: Transfer, source: OpenSource): Promise<void> {
  await streamJudged(transfer, source, async (media) => {
    const upload = uploadOf(transfer.publisher, media.contentType);
    await (upload.kind === 'direct' ? putSpare(transfer, upload, media) : send(transfer, upload, media));
  });
}

function uploadOf({ upload, capabilities }: Publisher, contentType: string): DirectUpload | ResumableUpload {
  if (!upload) throw new Error(`a ${capabilities.slug} takes no media`);
  if (upload.kind !== 'byMedia') return upload;
  return mediaKindOf(capabilities, contentType) === 'image' ? upload.image : upload.video;
}

async function putSpare(
  transfer: Transfer,
  upload: DirectUpload,
  { source: { identity, sizeBytes }, flow: { body }, contentType }: JudgedMedia,
): Promise<void> {
  const objectId = await put(transfer, upload, { contentType, sizeBytes, body });
  await note(transfer, { session: null, objectId, source: identity }, { session: null, objectId });
}

async function send(
  transfer: Transfer,
  upload: ResumableUpload,
  { source: { identity, sizeBytes }, flow: { body }, contentType }: JudgedMedia,
): Promise<void> {
  const { deps, access, run } = transfer;
  const url = await askForSession(transfer, upload, { contentType, sizeBytes });
  const session = deps.secrets.encrypt(url, sessionContext(run.assignmentId));
  await note(transfer, { session, objectId: null, source: identity }, { session: url, objectId: null });
  const state = await access.callOnce(async (call) =>
    upload.send(call, url, { contentType, sizeBytes, offset: 0, body }),
  );
  if (state.kind !== 'complete') throw notWhole();
  const { objectId } = state;
  await note(transfer, { session, objectId, source: identity }, { session: url, objectId });
}

/** Notes the upload of a newer version. An upload that could not be noted is removed at once. */
async function note(
  transfer: Transfer,
  spare: Spare,
  item: { session: string | null; objectId: string | null },
): Promise<void> {
  const { deps, run, item: place } = transfer;
  const { report, given } = spareReport({ generation: run.generation, item: place }, spare);
  const recorded = await recordEvent(deps, run, report, given);
  if (!recorded || recorded.change.isVoid) await abandon(transfer, { items: [item], draftId: null });
  const { assignment, now } = requireOngoing(run, recorded);
  if (workOf(assignment, now) !== 'renew') throw new TryEnded();
}

function notWhole(): PublishFailure {
  const words = { seen: 'The platform did not take the newer version whole.', todo: 'It is brought again.' };
  return new PublishFailure('UPLOAD_FAILED', words, { transient: true });
}
