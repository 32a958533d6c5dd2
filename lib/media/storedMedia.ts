import { addAbortSignal } from 'node:stream';
import type { MediaStore } from '../mediaStore/MediaStore';
import { unlessAborted } from '../timeLimit';
import { Unreadable } from './MediaSource';
import type { MediaSource } from './MediaSource';

/** The file of an upload session, as the probe reads it. */
export function storedMedia(store: MediaStore, id: string, sizeBytes: number): MediaSource {
  return { sizeBytes, read: async (start, end, signal) => readStored(store, id, { start, end }, signal) };
}

/**
 * So many bytes of a file that is whole. A store that is silent is waited for until the signal ends.
 * @throws Unreadable
 */
export async function readStored(
  store: MediaStore,
  id: string,
  range: { start: number; end: number },
  signal: AbortSignal,
): Promise<Uint8Array> {
  const bytes = await unlessAborted(signal, collect(store, id, range, signal)).catch((error: unknown) => {
    throw new Unreadable('its store does not give it', { cause: error });
  });
  if (bytes.length !== range.end - range.start) throw new Unreadable('its store has less than it should');
  return bytes;
}

async function collect(
  store: MediaStore,
  id: string,
  range: { start: number; end: number },
  signal: AbortSignal,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of addAbortSignal(signal, await store.read(id, range, signal))) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * The bytes of a file that is whole, as a stream.
 * @throws Unreadable
 */
export async function* streamStored(store: MediaStore, id: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of addAbortSignal(signal, await store.read(id, { start: 0 }, signal))) yield chunk;
  } catch (error) {
    signal.throwIfAborted();
    throw new Unreadable('its store does not give it', { cause: error });
  }
}
