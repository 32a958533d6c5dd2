import type { Readable } from 'node:stream';

/**
 * The bytes of upload sessions, by the id of the session. API processes write and judge them, workers read and remove
 * them, so all of them have one store. The caller sees to one writer at a time (models/uploads/lockUpload.ts).
 */
export interface MediaStore {
  /** Makes room for a file, before its first byte. Safe to repeat. @throws StoreFull, StoreUnreachable */
  begin(id: string, sizeBytes: number): Promise<void>;
  /** The number of bytes of a file; 0 for an unknown file. */
  offset(id: string): Promise<number>;
  /**
   * Puts the bytes of `body` behind the first `offset`. When it settles nothing more is written, and `offset` is exact.
   * If its process dies meanwhile, a bucket may have less than before, by less than one of its parts.
   * @returns the number of bytes of the file
   * @throws StoreFull, StoreUnreachable, and the error of `body`
   */
  write(id: string, offset: number, body: Readable): Promise<number>;
  /**
   * Every byte has been written: makes the file whole. From now on it can be read and survives a power cut. Safe to repeat, also
   * after a `write` that failed behind the last byte.
   * @throws FileMissing, StoreFull, StoreUnreachable
   */
  finish(id: string): Promise<void>;
  /**
   * The bytes of a whole file from `start` on, up to and without `end`, or to its end.
   * @param signal ends the wait for the bytes
   * @throws FileMissing, StoreUnreachable
   */
  read(id: string, range: { start: number; end?: number }, signal?: AbortSignal): Promise<Readable>;
  /** Removes all bytes of a file. Safe to repeat, and for an unknown file. */
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
