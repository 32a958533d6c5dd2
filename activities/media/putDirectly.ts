import type { DirectUpload, MediaDescription } from '../../platforms/Publisher';
import type { Meter } from './meter';
import { reportProgress } from './reportProgress';
import { streamJudged } from './stream';
import type { Transfer } from './transfer';

/**
 * Streams a medium to the platform in one request. There is nothing to resume: each try begins with the first byte.
 * @returns the id of the object that it made
 */
export async function putDirectly(transfer: Transfer, upload: DirectUpload): Promise<string> {
  const source = await transfer.origin.open(transfer.controller.signal);
  return streamJudged(transfer, source, async (flow, contentType) =>
    putFlow(transfer, upload, flow, { sizeBytes: source.sizeBytes, contentType }),
  );
}

/** The same for a medium that is open and judged. */
export async function putFlow(
  transfer: Transfer,
  upload: DirectUpload,
  { body, position }: Meter,
  media: MediaDescription,
): Promise<string> {
  const { deps, access, controller, heartbeat } = transfer;
  const abort = (reason: unknown): void => controller.abort(reason);
  const report = reportProgress(deps, transfer, { heartbeat, position, abort });
  let isWhole = false;
  try {
    const objectId = await access.callOnce(async (call) => upload.put(call, { ...media, offset: 0, body }));
    isWhole = true;
    return objectId;
  } finally {
    await report.stop(isWhole);
  }
}
