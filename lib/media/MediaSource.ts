/**
 * A medium as the probe reads it: from a URL, an open download, or the file of an upload session. Each has its own way
 * to the bytes, and the probe judges them all alike.
 */
export interface MediaSource {
  readonly sizeBytes: number;
  /**
   * The bytes from `start` on, up to and without `end`, which is at most `sizeBytes`. Never fewer.
   * @throws Unreadable where the source does not give them
   */
  readonly read: (start: number, end: number, signal: AbortSignal) => Promise<Uint8Array>;
}

/** The source does not give the bytes that were asked for. The message is a clause for the caller. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}
