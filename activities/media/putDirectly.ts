import { channelAccess } from '../../models/channelAccess';
import { RunChannel } from '../../models/ofRuns';
import type { DirectUpload } from '../../platforms/Publisher';
import { withGraceOnce } from '../sparing';
import type { Meter } from './meter';
import type { OpenSource } from './openSource';
import { reportProgress } from './reportProgress';
import { streamJudged } from './stream';
import type { Brought, Transfer } from './transfer';

/** Streams a medium to the platform in one request. There is nothing to resume: each try begins with the first byte. */
export async function putDirectly(transfer: Transfer, upload: DirectUpload): Promise<Brought> {
  const source = await transfer.origin.open(transfer.controller.signal);
  return streamJudged(transfer, source, async (flow, contentType) =>
    putFlow({ ...transfer, upload }, source, flow, contentType),
  );
}

/** The same for a medium that is open and judged. Once its last byte is sent, the object may be there: its id is waited for. */
export async function putFlow(
  transfer: Transfer & { upload: DirectUpload },
  { identity, sizeBytes }: OpenSource,
  { body, position }: Meter,
  contentType: string,
): Promise<Brought> {
  const { deps, upload, platform, assignment, controller, heartbeat } = transfer;
  const abort = (reason: unknown): void => controller.abort(reason);
  const report = reportProgress(deps, transfer, { heartbeat, position, abort });
  let [isSent, isWhole] = [false, false];
  async function* sent(): AsyncGenerator<Uint8Array> {
    yield* body;
    isSent = true;
  }
  const channel = new RunChannel(assignment.connectionId);
  const access = channelAccess(deps, { platform, channel, signal: withGraceOnce(() => isSent, controller.signal) });
  try {
    const objectId = await access.callOnce(async (call) =>
      upload.put(call, { contentType, sizeBytes, offset: 0, body: sent() }),
    );
    isWhole = true;
    return { objectId, source: identity, hasSession: false };
  } finally {
    await report.stop(isWhole);
  }
}
