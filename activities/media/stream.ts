import { meter, tooLarge } from './meter';
import type { Meter } from './meter';
import type { OpenSource } from './openSource';
import { sniff } from './sniff';
import type { Transfer } from './transfer';

/** Lets `work` read the source through a meter, and closes the source whatever happens. */
export async function stream<T>(
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

/**
 * The same from the first byte on. Size and first bytes are judged before a byte goes to the platform.
 * @throws PublishFailure `MEDIA_TOO_LARGE`, `MEDIA_INVALID`
 */
export async function streamJudged<T>(
  transfer: Transfer,
  source: OpenSource,
  work: (flow: Meter, contentType: string) => Promise<T>,
): Promise<T> {
  return stream(transfer, source, 0, async (flow) => {
    const { maxFileSizeBytes } = transfer.type;
    if (maxFileSizeBytes !== null && (source.sizeBytes ?? 0) > maxFileSizeBytes) throw tooLarge(maxFileSizeBytes);
    const { contentType, body } = await sniff(flow.body, transfer.type);
    return work({ ...flow, body }, contentType);
  });
}
