import { mediaLimitsOf } from '../../domain/platform';
import type { SentSource } from '../../models/assignments/Upload';
import { meter, tooLarge } from './meter';
import type { Meter } from './meter';
import type { OpenSource } from '../source/openSource';
import { peekable } from '../../lib/media/peek';
import { requireFit } from './requireFit';
import { sniff } from '../source/sniff';
import type { Transfer } from './transfer';

/**
 * Lets `work` read the source through a meter, and closes the source whatever happens.
 * @param contentType of the media; null: not known yet, so that it may have the limit of any kind that fits
 */
export async function stream<T>(
  { deps, type, controller }: Transfer,
  source: OpenSource,
  { offset, contentType }: { offset: number; contentType: string | null },
  work: (flow: Meter) => Promise<T>,
): Promise<T> {
  const { maxFileSizeBytes: sizeBytesMax } = mediaLimitsOf(type, contentType);
  const flow = meter(source.body, { offset, sizeBytesMax, stallMs: deps.mediaStallMs, controller });
  try {
    return await work(flow);
  } finally {
    flow.stop();
    source.body.on('error', () => undefined).destroy();
  }
}

/** A medium that was judged, before its first byte goes to the platform. */
export interface JudgedMedia {
  source: Pick<OpenSource, 'sizeBytes'> & { identity: SentSource };
  flow: Meter;
  /** The media type by the first bytes. */
  contentType: string;
}

/**
 * Streams a source from its first byte on. Size, media type and facts are judged before a byte goes to the platform.
 * @throws PublishFailure `MEDIA_TOO_LARGE`, `MEDIA_INVALID`
 */
export async function streamJudged<T>(
  transfer: Transfer,
  source: OpenSource,
  work: (media: JudgedMedia) => Promise<T>,
): Promise<T> {
  const requireSize = (contentType: string | null): number | null => {
    const { maxFileSizeBytes } = mediaLimitsOf(transfer.type, contentType);
    if (maxFileSizeBytes !== null && (source.sizeBytes ?? 0) > maxFileSizeBytes) throw tooLarge(maxFileSizeBytes);
    return maxFileSizeBytes;
  };
  return stream(transfer, source, { offset: 0, contentType: null }, async (flow) => {
    requireSize(null);
    const media = peekable(flow.body);
    const contentType = await sniff(media, transfer.type);
    flow.limit(requireSize(contentType));
    const facts = await requireFit(transfer, source, media, contentType);
    const { identity, sizeBytes } = source;
    const durationSeconds = facts?.durationSeconds ?? null;
    const sent = { ...identity, ...(durationSeconds !== null && { durationSeconds }) };
    return work({ source: { identity: sent, sizeBytes }, flow: { ...flow, body: media.body }, contentType });
  });
}
