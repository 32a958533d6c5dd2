import { CustomSource, Input, Logging, LogLevel, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';
import type { InputVideoTrack } from 'mediabunny';
import { onlyFormat } from '../../domain/media';
import type { MediaFacts } from '../../domain/media';
import { mediaKindIn } from '../../domain/mediaType';
import { parseImage } from './parseImage';
import { isSearched, picturesIn } from './picturesIn';
import { SparseBytes } from './SparseBytes';
import type { Run } from './SparseBytes';

export interface ParseTask {
  sizeBytes: number;
  /** The media type by its first bytes; null: unknown. A thread that judged it would start twice as late. */
  format: string | null;
  runs: readonly Run[];
  /** Of most files this needs bytes beyond the index; without it `frameRate` is null. */
  withFrameRate: boolean;
}

export type Parsed =
  | { kind: 'facts'; facts: MediaFacts }
  /** These bytes are needed, too: the task is to be given again. `facts` are known without them. */
  | { kind: 'missing'; start: number; end: number; facts: MediaFacts | null }
  /** The bytes are of no format that is read here, or contradict it. */
  | { kind: 'unknown' };

type Read = (start: number, end: number) => Uint8Array;

/** Pictures whose times tell the frame rate. */
const sampledPictures = 60;

/**
 * Reads the facts of a medium from its known bytes, or names the bytes that it needs for them. On a hostile file it may
 * loop for ever and take any amount of memory: it is to run in a thread that can be ended (`probe.ts`).
 */
export async function parseMedia({ sizeBytes, format, runs, withFrameRate }: ParseTask): Promise<Parsed> {
  if (format === null) return { kind: 'unknown' };
  const known = onlyFormat(format);
  const bytes = new SparseBytes(runs);
  let missing: { start: number; end: number } | undefined;
  let facts: MediaFacts | null = null;
  const read: Read = (start, end) => {
    missing ??= bytes.missing(start, end);
    if (missing) throw new Error('these bytes have not been read yet');
    return bytes.copy(start, end);
  };
  try {
    facts = await readFacts(known, { sizeBytes, read, withFrameRate }, (sofar) => (facts = sofar));
  } catch {
    // The file cannot be read any further: the facts found so far count.
  }
  if (missing) return { kind: 'missing', ...missing, facts };
  return { kind: 'facts', facts: facts ?? known };
}

interface Readable {
  sizeBytes: number;
  read: Read;
  withFrameRate: boolean;
}

/** @param note is given the facts that are known before the frame rate is looked for */
async function readFacts(
  known: MediaFacts,
  { sizeBytes, read, withFrameRate }: Readable,
  note: (facts: MediaFacts) => void,
): Promise<MediaFacts> {
  switch (mediaKindIn(known.format)) {
    case 'image':
      return { ...known, ...parseImage(sizeBytes, read) };
    case 'video':
      if (isSearched(known.format)) return { ...known, hasPictures: picturesIn(known.format, sizeBytes, read) };
      return readVideo(known, { sizeBytes, read, withFrameRate }, note);
    case undefined:
      return known;
  }
}

async function readVideo(
  known: MediaFacts,
  { sizeBytes, read, withFrameRate }: Readable,
  note: (facts: MediaFacts) => void,
): Promise<MediaFacts> {
  // The library would tell of an unknown codec, say: a thread has no way to our log.
  Logging.level = LogLevel.Silent;
  const source = new CustomSource({ getSize: () => sizeBytes, read, handleUnhandledError: () => undefined });
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source });
  try {
    const video = await input.getPrimaryVideoTrack();
    const audio = await input.getPrimaryAudioTrack();
    const facts = {
      ...known,
      // Of a file without any track nothing is known.
      hasPictures: video ? true : audio ? false : null,
      durationSeconds: await durationOf(input),
      audioCodec: (await audio?.getCodec()) ?? null,
      ...(video && (await describePictures(video))),
    };
    note(facts);
    return withFrameRate && video ? { ...facts, frameRate: await frameRateOf(video) } : facts;
  } finally {
    input.dispose();
  }
}

async function durationOf(input: Input): Promise<MediaFacts['durationSeconds']> {
  return plausible((await input.getDurationFromMetadata()) ?? (await input.computeDuration()));
}

async function describePictures(video: InputVideoTrack): Promise<Partial<MediaFacts>> {
  return {
    width: plausible(await video.getDisplayWidth()),
    height: plausible(await video.getDisplayHeight()),
    rotationDegrees: await video.getRotation(),
    videoCodec: await video.getCodec(),
  };
}

async function frameRateOf(video: InputVideoTrack): Promise<number | null> {
  const options = { targetPacketCount: sampledPictures };
  const { averageFrameRate, probedPacketCount } = await video.computeFrameRateMetrics(options);
  return probedPacketCount > 1 ? plausible(averageFrameRate) : null;
}

/** Above zero, to three decimals: a file may claim anything. */
function plausible(value: number): number | null {
  return Number.isFinite(value) && value > 0 && value < 2 ** 31 ? Math.round(value * 1000) / 1000 : null;
}
