import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { explain, writeWhole } from './fileStore';
import { StoreFull } from './MediaStore';

/** The longest wait for room: a caller whose bytes are not read for 30 s is cut off. */
const waitMsDefault = 15_000;
const againMs = 50;

/** A part of an upload on its way to a bucket. */
export interface SpoolFile {
  /** The number of its bytes. */
  readonly size: number;
  /** @throws StoreFull; its earlier bytes stay */
  append(bytes: Uint8Array): Promise<void>;
  /** Gives its bytes. It takes no more of them. */
  read(): Readable;
  remove(): Promise<void>;
}

/**
 * Local files in which parts of uploads wait until they are whole, and until a bucket has them. All files together have
 * `bytesMax` bytes at most. If there is no room, the file that was opened first gives up its room, since its upload is
 * the slowest: so uploads that stand still do not keep other uploads from going on.
 */
export class Spool {
  readonly #folder: string;
  readonly #bytesMax: number;
  readonly #waitMs: number;
  readonly #files = new Set<FileInSpool>();

  constructor(folder: string, bytesMax: number, waitMs = waitMsDefault) {
    this.#folder = folder;
    this.#bytesMax = bytesMax;
    this.#waitMs = waitMs;
  }

  /**
   * Opens an empty file. It has no name, so that nothing is left of it if the process dies.
   * @param onWanted its room is wanted: its owner is to store its bytes, and to remove it
   * @throws StoreFull
   */
  async open(onWanted: () => void): Promise<SpoolFile> {
    const path = join(this.#folder, `upload-${randomUUID()}`);
    const handle = await open(path, 'wx+', 0o600).catch(explain);
    await rm(path);
    const file = new FileInSpool(handle, {
      onWanted,
      makeRoom: async (bytes) => this.#makeRoom(file, bytes),
      forget: () => this.#files.delete(file),
    });
    this.#files.add(file);
    return file;
  }

  /** @throws StoreFull: the file itself has to go, or no other file has gone in time */
  async #makeRoom(file: FileInSpool, bytes: number): Promise<void> {
    const untilMs = performance.now() + this.#waitMs;
    for (;;) {
      if (file.isWanted || performance.now() > untilMs) throw new StoreFull('the spool of uploads is full');
      if (this.#bytes + bytes <= this.#bytesMax) return;
      // One at a time: a file that was asked to go is still there until the bucket has it.
      const isOneGoing = [...this.#files].some(({ isWanted }) => isWanted);
      if (!isOneGoing) [...this.#files].find(({ isRead, size }) => !isRead && size > 0)?.want();
      if (!file.isWanted) await delay(againMs);
    }
  }

  /** The bytes of all files, including bytes that are being written. */
  get #bytes(): number {
    return [...this.#files].reduce((sum, { takenBytes }) => sum + takenBytes, 0);
  }
}

interface Place {
  onWanted: () => void;
  makeRoom: (bytes: number) => Promise<void>;
  forget: () => void;
}

class FileInSpool implements SpoolFile {
  readonly #handle: FileHandle;
  readonly #place: Place;
  size = 0;
  takenBytes = 0;
  isWanted = false;
  isRead = false;

  constructor(handle: FileHandle, place: Place) {
    this.#handle = handle;
    this.#place = place;
  }

  want(): void {
    this.isWanted = true;
    this.#place.onWanted();
  }

  async append(bytes: Uint8Array): Promise<void> {
    await this.#place.makeRoom(bytes.length);
    this.takenBytes += bytes.length;
    await writeWhole(this.#handle, bytes, this.size);
    this.size += bytes.length;
  }

  read(): Readable {
    this.isRead = true;
    // An append that failed may have left some bytes behind the end.
    return this.#handle.createReadStream({ start: 0, end: this.size - 1, autoClose: false });
  }

  async remove(): Promise<void> {
    this.#place.forget();
    await this.#handle.close();
  }
}
