import type { DirectUpload } from '../../platforms/Publisher';
import { openSource } from './openSource';
import { reportProgress } from './reportProgress';
import { streamJudged } from './stream';
import type { Transfer } from './transfer';

/**
 * Streams a medium to the platform in one request. There is nothing to resume: each try begins with the first byte.
 * @returns the id of the object that it made
 */
export async function putDirectly(transfer: Transfer, upload: DirectUpload): Promise<string> {
  const { deps, access, controller, heartbeat, mediaUrl } = transfer;
  const source = await openSource(deps.safeFetch, mediaUrl, controller.signal);
  return streamJudged(transfer, source, async ({ body, position }, contentType) => {
    const abort = (reason: unknown): void => controller.abort(reason);
    const report = reportProgress(deps, transfer, { heartbeat, position, abort });
    const part = { offset: 0, sizeBytes: source.sizeBytes, contentType, body };
    let isWhole = false;
    try {
      const objectId = await access.callOnce(async (call) => upload.put(call, part));
      isWhole = true;
      return objectId;
    } finally {
      await report.stop(isWhole);
    }
  });
}
