import type { DirectUpload, MediaPart } from '../../platforms/Upload';
import { withGraceOnce } from '../run/abortSignals';
import { reportProgress } from './reportProgress';
import { streamJudged } from './stream';
import type { JudgedMedia } from './stream';
import type { UploadedObject, Transfer } from './transfer';

/** Streams a medium to the platform in one request. There is nothing to resume: each try begins with the first byte. */
export async function putDirectly(transfer: Transfer, upload: DirectUpload): Promise<UploadedObject> {
  const source = await transfer.origin.open(transfer.controller.signal);
  return streamJudged(transfer, source, async (media) => putFlow({ ...transfer, upload }, media));
}

/** Streams a medium that is open and judged, as `putDirectly`. */
export async function putFlow(
  transfer: Transfer & { upload: DirectUpload },
  { source: { identity, sizeBytes }, flow: { body, position }, contentType }: JudgedMedia,
): Promise<UploadedObject> {
  const { deps, upload, controller, heartbeat } = transfer;
  const abort = (reason: unknown): void => controller.abort(reason);
  const report = reportProgress(deps, transfer, { heartbeat, position, abort });
  let isWhole = false;
  try {
    const objectId = await put(transfer, upload, { contentType, sizeBytes, body });
    isWhole = true;
    return { objectId, source: identity, hasSession: false };
  } finally {
    await report.stop(isWhole);
  }
}

/**
 * Makes an object of a medium by one request. Once its last byte is sent, the object may be there: then its id is waited for, although
 * the transfer ends.
 */
export async function put(
  { access, assignment: { payload }, item, controller }: Transfer,
  upload: DirectUpload,
  { body, ...part }: Omit<MediaPart, 'offset'>,
): Promise<string> {
  let isSent = false;
  async function* sent(): AsyncGenerator<Uint8Array> {
    yield* body;
    isSent = true;
  }
  const signal = withGraceOnce(() => isSent, controller.signal);
  return access.callOnce(async (call) => upload.put(call, { ...part, offset: 0, body: sent() }, { payload, item }), {
    signal,
  });
}
