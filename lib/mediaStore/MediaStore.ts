import type { Readable } from 'node:stream';

/**
 * The bytes of upload sessions, by the id of the session. API processes write and judge them, workers read and remove
 * them, so all of them have one store. One writer at a time is the caller's to see to (models/holdUpload.ts).
 */
export interface MediaStore {
  /** Makes room for a file, before its first byte. Safe to repeat. */
  begin(id: string, sizeBytes: number): Promise<void>;
  /** How many bytes it has; 0 for a file that it does not know. */
  offset(id: string): Promise<number>;
  /**
   * Puts the bytes of `body` behind the first `offset`. When it settles nothing more is written, and what it has is what
   * `offset` then says.
   * @returns how many bytes it has
   * @throws StoreFull, StoreUnreachable, and what `body` throws
   */
  write(id: string, offset: number, body: Readable): Promise<number>;
  /** The file is whole: from now on it survives a power cut. */
  finish(id: string): Promise<void>;
  /**
   * The bytes of a whole file from `start` on, up to and without `end`, or to its end.
   * @throws FileMissing, StoreUnreachable
   */
  read(id: string, range: { start: number; end?: number }): Promise<Readable>;
  /** Removes all that it has of a file. Safe to repeat, and for a file that it does not know. */
  remove(id: string): Promise<void>;
}

/** There is no room for more bytes. Bytes written so far stay. */
export class StoreFull extends Error {
  override readonly name = 'StoreFull';
}

/** The store does not answer, or not as it should. */
export class StoreUnreachable extends Error {
  override readonly name = 'StoreUnreachable';
}

/** The store does not have the file. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing';
}
