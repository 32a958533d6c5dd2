/**
 * A run of bytes of a medium. The thread that parses them gets a copy: memory that it shared would stay until that thread collects
 * garbage, which it hardly ever does.
 */
export interface Run {
  readonly start: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The bytes of a medium that have been read so far. */
export class SparseBytes {
  /** Apart from each other, in order. */
  private known: Run[];

  constructor(known: readonly Run[] = []) {
    this.known = [...known];
  }

  get runs(): readonly Run[] {
    return this.known;
  }

  get lengthBytes(): number {
    return this.known.reduce((sum, { bytes }) => sum + bytes.length, 0);
  }

  /** The first part of `start` to `end` that is not known; undefined: all of it is. */
  missing(start: number, end: number): { start: number; end: number } | undefined {
    let at = start;
    for (const run of this.known) {
      if (run.start > at) return { start: at, end: Math.min(end, run.start) };
      at = Math.max(at, run.start + run.bytes.length);
      if (at >= end) return undefined;
    }
    return at < end ? { start: at, end } : undefined;
  }

  /** Keeps a copy of bytes that were missing: a message to a thread has the whole memory that the given bytes lie in. */
  add(start: number, bytes: Uint8Array): void {
    this.known = [...this.known, { start, bytes: new Uint8Array(bytes) }].sort((a, b) => a.start - b.start);
  }

  /** A copy of known bytes. */
  copy(start: number, end: number): Uint8Array {
    const copied = new Uint8Array(end - start);
    for (const { start: first, bytes } of this.known) {
      const from = Math.max(start, first);
      const to = Math.min(end, first + bytes.length);
      if (from < to) copied.set(bytes.subarray(from - first, to - first), from - start);
    }
    return copied;
  }
}
