import { join } from 'node:path';
import { Piscina } from 'piscina';
import type { MediaFacts } from '../../domain/media';
import { formatOf, signatureBytes } from '../../domain/mediaFormat';
import type { Logger } from '../logger';
import { KeyedLimiter } from '../KeyedLimiter';
import { unlessAborted, withTimeLimit } from '../timeLimit';
import { Unreadable } from './MediaSource';
import type { MediaSource } from './MediaSource';
import type { Parsed, ParseTask } from './parseMedia';
import { SparseBytes } from './SparseBytes';

/** The time for everything: reads, waits and parsing. */
const probeMs = 10_000;
/** The most bytes of any medium, all reads together. */
const readBytesMax = 8 * 1024 * 1024;
/** More than any honest file needs. */
const readsMax = 64;
/** The bytes of one read. They double while each read begins at the end of the read before. */
const readBytes = 64 * 1024;
const readBytesLast = 1024 * 1024;

/** A turn of parsing takes milliseconds. A turn that takes longer than this in a thread is ended with the thread. */
const parseMsDefault = 2000;
const maxThreads = 2;
/** A workspace has one thread at most, so that its hostile files do not hold up files of other workspaces. */
const limits = { total: maxThreads, perKey: 1, waiting: 100, waitMs: probeMs };
const threads = {
  minThreads: 0,
  maxThreads,
  idleTimeout: 300_000,
  // A parser that a hostile file has taken over finds no secrets.
  env: {},
  // Limits of JavaScript's heap. The bytes that were read are not on it.
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 },
};

export type ProbeResult =
  | { kind: 'known'; facts: MediaFacts; isCutShort?: true }
  /** The reason why there are no facts, in a clause. `isCutShort`: for now; another look may find more. */
  | { kind: 'unknown'; reason: string; cause?: unknown; isCutShort?: true };

export interface ProbeOptions {
  /** Ends the probe; the facts known by then are the result. */
  signal?: AbortSignal;
  withFrameRate: boolean;
  /** The workspace of the medium: workspaces take turns. */
  workspaceId: string;
}

export interface MediaProbe {
  /**
   * Finds the facts of a medium. It takes 10 s and reads 8 MiB at most, and never throws for bytes that a source sends
   * or leaves out: no file can crash or delay the process, as all parsing is done in threads that can be ended.
   */
  readonly probe: (source: MediaSource, options: ProbeOptions) => Promise<ProbeResult>;
  /** Ends its threads. */
  readonly close: () => Promise<void>;
}

export interface MediaProbeOptions {
  logger: Logger;
  /** The compiled `parseMedia`. */
  parserPath?: string;
  parseMs?: number;
}

/** Starts nothing yet: the first probe starts the first thread. */
export function createMediaProbe({
  logger,
  parserPath = join(__dirname, 'parseMedia.js'),
  parseMs = parseMsDefault,
}: MediaProbeOptions): MediaProbe {
  const pool = new Piscina<ParseTask, Parsed>({ ...threads, filename: parserPath, name: 'parseMedia' });
  pool.on('error', (error: unknown) =>
    logger.warn({ err: error }, 'a thread that parses media has died; another one takes over'),
  );
  const limiter = new KeyedLimiter(limits);
  const parse: Parse = async (task, workspaceId, signal) =>
    limiter.run(
      workspaceId,
      async () => withTimeLimit(signal, parseMs, async (limited) => pool.run(task, { signal: limited })),
      signal,
    );
  return {
    probe: async (source, { signal = new AbortController().signal, ...given }) => {
      const reading: Reading = { source, ...given, bytes: new SparseBytes(), format: null, facts: null };
      const result = await withTimeLimit(signal, probeMs, async (limited) =>
        unlessAborted(limited, readOn(reading, parse, limited)),
      ).catch(faultOf);
      const { facts } = reading;
      return facts ? { kind: 'known', facts, ...(result.isCutShort && { isCutShort: true }) } : result;
    },
    close: async () => pool.destroy(),
  };
}

type Parse = (task: ParseTask, workspaceId: string, signal: AbortSignal) => Promise<Parsed>;

interface Reading extends Pick<ProbeOptions, 'withFrameRate' | 'workspaceId'> {
  source: MediaSource;
  bytes: SparseBytes;
  /** By its first bytes, once they are read. */
  format: string | null;
  /** The most that is known so far. */
  facts: MediaFacts | null;
}

const unreadFormat: ProbeResult = { kind: 'unknown', reason: 'its format is not one that can be read' };
const tooMuch: ProbeResult = {
  kind: 'unknown',
  reason: `more than ${readBytesMax / 1024 / 1024} MiB of it would have to be read`,
};

/** Reads and parses in turn until nothing is missing. */
async function readOn(reading: Reading, parse: Parse, signal: AbortSignal): Promise<ProbeResult> {
  const { source, withFrameRate, workspaceId, bytes } = reading;
  const { sizeBytes } = source;
  let missing = { start: 0, end: 0 };
  let lastEnd = -1;
  let window = readBytes;
  for (let reads = 0; reads < readsMax; reads += 1) {
    const { start } = missing;
    const left = readBytesMax - bytes.lengthBytes;
    if (missing.end - start > left) return tooMuch;
    window = start === lastEnd ? Math.min(2 * window, readBytesLast) : readBytes;
    const wanted = Math.min(Math.max(missing.end, start + window), sizeBytes, start + left);
    lastEnd = bytes.missing(start, wanted)?.end ?? wanted;
    if (lastEnd > start) bytes.add(start, await source.read(start, lastEnd, signal));
    reading.format ??= await formatOf(bytes.copy(0, Math.min(signatureBytes, sizeBytes)));
    const { format } = reading;
    const parsed = await parse({ sizeBytes, format, runs: bytes.runs, withFrameRate }, workspaceId, signal);
    if (parsed.kind === 'unknown') return unreadFormat;
    reading.facts = parsed.facts ?? reading.facts;
    if (parsed.kind === 'facts') return { kind: 'known', facts: parsed.facts };
    missing = parsed;
  }
  return tooMuch;
}

function faultOf(error: unknown): ProbeResult {
  const reason =
    error instanceof Unreadable ? error.message : 'it could not be read within the limits of time and memory';
  return { kind: 'unknown', reason, cause: error, isCutShort: true };
}
