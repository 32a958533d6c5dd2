import { mediaFaults, needsFacts } from '../../domain/media';
import type { MediaFacts } from '../../domain/media';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { MediaSource } from '../../lib/media/MediaSource';
import { isSame } from '../../lib/media/sourceIdentity';
import { Upload } from '../../models/assignments/Upload';
import type { OpenSource } from '../source/openSource';
import type { Peekable } from '../../lib/media/peek';
import type { Transfer } from './transfer';

/** As much of the open download is kept for the probe: an index at the beginning costs no request. */
const headBytesMax = 512 * 1024;

/**
 * Judges the facts of a medium by the limits of the content type. A medium without readable facts is let through: the
 * platform judges it. A probe that needed more than the open download is stored, so that the next try does not read it
 * again. A probe that an accident has cut short is not stored, so that the next try looks again.
 * @returns the facts; null: they are not needed, or not known
 * @throws PublishFailure `MEDIA_INVALID` with the field, its value and the limit
 */
export async function requireFit(
  transfer: Transfer,
  { identity }: OpenSource,
  media: Peekable,
  contentType: string,
): Promise<MediaFacts | null> {
  const { type } = transfer;
  if (!needsFacts(type, contentType)) return null;
  const facts = await factsOf(transfer, identity, media);
  const faults = facts ? mediaFaults(facts, type) : [];
  if (faults.length === 0) return facts;
  const words = { seen: `Its ${faults.join('; ')}.`, todo: 'Send a file that fits.' };
  throw new PublishFailure('MEDIA_INVALID', words, { transient: false });
}

async function factsOf(
  { deps, run, assignment: { workspaceId }, item, origin, probed, controller: { signal } }: Transfer,
  identity: OpenSource['identity'],
  media: Peekable,
): Promise<MediaFacts | null> {
  if (probed && isSame(identity, probed.source)) return probed.facts;
  const { sizeBytes } = identity;
  if (sizeBytes === null) return null;
  const { source, readsBeyond } = withHead(origin.parts({ ...identity, sizeBytes }), media);
  const result = await deps.mediaProbe.probe(source, { signal, withFrameRate: false, workspaceId });
  signal.throwIfAborted();
  if (result.kind === 'unknown') {
    deps.logger.info(
      { ...run, item, reason: result.reason, err: result.cause },
      'media cannot be judged before their upload',
    );
  }
  const facts = result.kind === 'known' ? result.facts : null;
  if (readsBeyond() && !result.isCutShort) await Upload.storeProbe({ ...run, item }, { source: identity, facts });
  return facts;
}

/** Reads the beginning from the open download, and the rest by requests of its own. */
function withHead(parts: MediaSource, { peek }: Peekable): { source: MediaSource; readsBeyond: () => boolean } {
  let isBeyond = false;
  const read: MediaSource['read'] = async (start, end, signal) => {
    if (end <= headBytesMax) {
      const head = await peek(end);
      if (head.length >= end) return head.subarray(start, end);
    }
    isBeyond = true;
    return parts.read(start, end, signal);
  };
  return { source: { sizeBytes: parts.sizeBytes, read }, readsBeyond: () => isBeyond };
}
