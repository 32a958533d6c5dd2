import { formatFault, mediaAdvice, mediaFaults, needsFacts, onlyFormat, sizeFault } from '../../../domain/media';
import { mediaKindOf } from '../../../domain/platform';
import type { ContentTypeCapabilities } from '../../../domain/platform';
import type { MediaProbe, ProbeResult } from '../../../lib/media/probe';
import { remoteMedia } from '../../../lib/media/remoteMedia';
import { storedMedia } from '../../../lib/media/storedMedia';
import type { MediaStore } from '../../../lib/mediaStore/MediaStore';
import { askFirstByte } from '../../../lib/media/askSource';
import { header, identityOf } from '../../../lib/media/sourceIdentity';
import type { SourceIdentity } from '../../../lib/media/sourceIdentity';
import { OutboundError } from '../../../lib/safeFetch/OutboundError';
import type { OutboundAnswer, SafeFetch } from '../../../lib/safeFetch/safeFetch';
import type { UsableUpload } from '../../../models/uploads/UploadUse';
import type { MediaSeen } from './validateSchema';

/** The limit is short, since a caller waits for the answer. */
const lookMs = 5_000;

export interface MediaInspection {
  media: MediaSeen;
  /** Reasons for a failure of publishing as this type, for which a failure cannot be ruled out, and for a poor look. */
  warnings: string[];
}

/** The parts that inspect media: the first byte is fetched, then the metadata. */
export interface MediaInspector {
  safeFetch: SafeFetch;
  mediaProbe: MediaProbe;
  mediaStore: MediaStore;
  /** The workspace of the media. */
  workspaceId: string;
}

/** The headers of a source, and the findings in its bytes. */
interface SourceFindings extends Pick<MediaSeen, 'contentType' | 'sizeBytes' | 'acceptsRanges'> {
  result: ProbeResult;
}

/**
 * Inspects the media behind a URL, or an uploaded file, and judges the media by the content type. Takes up to 15 s,
 * reads 8 MiB at most, and never throws for a fault of a source.
 */
export async function lookAtMedia(
  eyes: MediaInspector,
  source: string | UsableUpload,
  type: ContentTypeCapabilities,
  signal: AbortSignal,
): Promise<MediaInspection> {
  const look = typeof source === 'string' ? lookAtUrl(eyes, source, signal) : lookAtFile(eyes, source, signal);
  const sight = await look;
  if (typeof sight === 'string') return { media: unreachable, warnings: [sight] };
  const { result, ...said } = sight;
  const facts = result.kind === 'known' ? result.facts : unknownFacts;
  const { hasPictures: _, ...shown } = facts;
  const media = { reachable: true, ...said, ...shown };
  return { media, warnings: [...sizeFaults(media, type), ...factFaults(result, type)] };
}

/** @returns the findings, or the reason for which the media cannot be inspected */
async function lookAtUrl(eyes: MediaInspector, url: string, signal: AbortSignal): Promise<SourceFindings | string> {
  const answer = await firstByteOf(eyes.safeFetch, url, signal);
  if (typeof answer === 'string') return answer;
  const identity = identityOf(answer);
  const acceptsRanges = answer.status === 206;
  const result = await probeRemote(eyes, url, acceptsRanges ? identity : null, signal);
  return { contentType: header(answer, 'content-type') ?? null, sizeBytes: identity.sizeBytes, acceptsRanges, result };
}

async function lookAtFile(
  { mediaStore, mediaProbe, workspaceId }: MediaInspector,
  upload: UsableUpload,
  signal: AbortSignal,
): Promise<SourceFindings> {
  const { id, mediaContentType: contentType, mediaSizeBytes: sizeBytes } = upload;
  const result = await mediaProbe.probe(storedMedia(mediaStore, id, sizeBytes), {
    signal,
    withFrameRate: true,
    workspaceId,
  });
  return { contentType, sizeBytes, acceptsRanges: true, result };
}

/** @returns the answer that brought the first byte, or the reason for which no byte could be read */
async function firstByteOf(safeFetch: SafeFetch, url: string, signal: AbortSignal): Promise<OutboundAnswer | string> {
  try {
    const answer = await askFirstByte(safeFetch, url, { deadlineMs: lookMs, signal });
    const isRead = answer.status === 206 || answer.status === 200;
    return isRead ? answer : `answered ${answer.status} instead of the media`;
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return error.message;
  }
}

async function probeRemote(
  { safeFetch, mediaProbe, workspaceId }: MediaInspector,
  url: string,
  identity: SourceIdentity | null,
  signal: AbortSignal,
): Promise<ProbeResult> {
  if (identity === null) return { kind: 'unknown', reason: 'its server does not serve parts of it (Range)' };
  const { sizeBytes } = identity;
  if (sizeBytes === null) return { kind: 'unknown', reason: 'its server does not tell its size' };
  return mediaProbe.probe(remoteMedia(safeFetch, url, { ...identity, sizeBytes }), {
    signal,
    withFrameRate: true,
    workspaceId,
  });
}

function sizeFaults({ sizeBytes, contentType, format }: MediaSeen, type: ContentTypeCapabilities): string[] {
  const fault = sizeFault({ sizeBytes, format: format ?? contentType }, type);
  return fault === undefined ? [] : [fault];
}

function factFaults(result: ProbeResult, type: ContentTypeCapabilities): string[] {
  if (result.kind === 'unknown') return [`could not be checked against the limits of the type: ${result.reason}`];
  const { facts } = result;
  if (!mediaKindOf(type, facts.format)) {
    return [formatFault(facts.format, type).seen];
  }
  const faults = mediaFaults(facts, type);
  if (faults.length > 0) return faults;
  const isUntold = needsFacts(type, facts.format) ? facts.durationSeconds === null : facts.width === null;
  const untold = `does not tell its ${needsFacts(type, facts.format) ? 'duration' : 'width and height'}`;
  return [...(isUntold ? [untold] : []), ...mediaAdvice(facts, type)];
}

const unknownFacts = { ...onlyFormat(''), format: null };
const { hasPictures: _unknown, ...unknownShown } = unknownFacts;

const unreachable: MediaSeen = {
  reachable: false,
  contentType: null,
  sizeBytes: null,
  acceptsRanges: false,
  ...unknownShown,
};
