import type { Readable } from 'node:stream';
import { S3Store } from '@tus/s3-store';
import { unlessAborted } from '../timeLimit';
import { StoreFull } from './MediaStore';
import type { Spool, SpoolFile } from './spool';

/** The end of a request's bytes in the bucket, and the fault that has ended them early; undefined: there was none. */
interface WrittenBytes {
  end: number;
  fault: unknown;
}

/**
 * The multipart uploads of `@tus/s3-store`, filled by way of our own spool. The library's spool lets 60 parts of a
 * process be on the disk. Each keeps its place until its client has sent 8 MiB, so 60 slow clients let all other
 * clients wait, and a client that leaves while it waits keeps its place for ever.
 */
export class S3Parts extends S3Store {
  readonly #spool: Spool;

  constructor(options: ConstructorParameters<typeof S3Store>[0], spool: Spool) {
    super(options);
    this.#spool = spool;
  }

  /**
   * Puts bytes behind the first `offset` of an upload. While a part is sent to the bucket the next part is filled, so a
   * request has two files at most. It keeps all bytes before a fault.
   * @throws StoreFull before a byte of `body` was read, and errors of the bucket
   */
  async append(body: Readable, id: string, offset: number): Promise<WrittenBytes> {
    const metadata = await this.getMetadata(id);
    let number = (await this.retrieveParts(id)).at(-1)?.PartNumber ?? 0;
    const partBytes = this.calcOptimalPartSize(metadata.file.size);
    const wanted = new AbortController();
    const open = async () =>
      this.#spool.open(() => wanted.abort(new StoreFull('the room of a slow upload in the spool is wanted')));
    const first = await this.#remainder(id, open);
    const ending: Ending = { fault: undefined };
    let end = offset - first.size;
    let sending: Promise<void> = Promise.resolve();
    try {
      for await (const file of filled(body, { file: first, partBytes, open, wanted: wanted.signal }, ending)) {
        const before = sending;
        end += file.size;
        const partNumber = (number += 1);
        // A bucket takes 10,000 parts, so only the last part is short. The next request begins with these bytes.
        const isPart = file.size === partBytes || end === metadata.file.size;
        const put = isPart
          ? async () => this.uploadPart(metadata, file.read(), partNumber)
          : async () => this.uploadIncompletePart(id, file.read());
        sending = sent(file, before, put);
        sending.catch(() => undefined);
        await before;
      }
    } finally {
      await Promise.allSettled([sending]);
    }
    await sending;
    return { end, fault: ending.fault };
  }

  /** The last request may have left less than a part: it becomes the beginning of the next part. */
  async #remainder(id: string, open: () => Promise<SpoolFile>): Promise<SpoolFile> {
    const file = await open();
    try {
      const stored = await this.getIncompletePart(id);
      for await (const chunk of stored ?? []) await file.append(chunk);
      if (stored) await this.deleteIncompletePart(id);
      return file;
    } catch (error) {
      await file.remove();
      throw error;
    }
  }
}

/** Sends a part after the parts before it, or not at all; either way its file is gone then. */
async function sent(file: SpoolFile, before: Promise<void>, put: () => Promise<unknown>): Promise<void> {
  try {
    await before;
    await put();
  } finally {
    await file.remove();
  }
}

interface Filling {
  /** The file that is being filled; null: the next byte opens another file. */
  file: SpoolFile | null;
  partBytes: number;
  open: () => Promise<SpoolFile>;
  wanted: AbortSignal;
}

interface Ending {
  fault: unknown;
}

/** Files of `partBytes` each, and a file with the rest. A fault ends them early and is noted; earlier bytes stay. */
async function* filled(body: Readable, filling: Filling, ending: Ending): AsyncGenerator<SpoolFile> {
  try {
    yield* wholeParts(body, filling);
  } catch (error) {
    ending.fault = error;
  }
  const { file } = filling;
  if (file !== null && file.size > 0) yield file;
  else await file?.remove();
}

async function* wholeParts(body: Readable, filling: Filling): AsyncGenerator<SpoolFile> {
  const { partBytes, open, wanted } = filling;
  // After a fault the body is the caller's: it is not destroyed here.
  const chunks: AsyncIterator<Uint8Array> = body.iterator({ destroyOnReturn: false });
  const read = async () => unlessAborted(wanted, chunks.next());
  for (let next = await read(); next.done !== true; next = await read()) {
    for (let rest = next.value; rest.length > 0;) {
      const file = (filling.file ??= await open());
      const bytes = rest.subarray(0, partBytes - file.size);
      await file.append(bytes);
      rest = rest.subarray(bytes.length);
      if (file.size < partBytes) continue;
      yield file;
      filling.file = null;
    }
  }
}
