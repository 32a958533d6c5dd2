import type { MediaStore } from '../mediaStore/MediaStore';
import { Unreadable } from './MediaSource';
import type { MediaSource } from './MediaSource';

/** The file of an upload session, as the probe reads it. */
export function storedMedia(store: MediaStore, id: string, sizeBytes: number): MediaSource {
  return { sizeBytes, read: async (start, end) => readStored(store, id, { start, end }) };
}

/**
 * So many bytes of a file that is whole.
 * @throws Unreadable
 */
export async function readStored(
  store: MediaStore,
  id: string,
  range: { start: number; end: number },
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of await store.read(id, range)) chunks.push(chunk);
  } catch (error) {
    throw new Unreadable('its store does not give it', { cause: error });
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length !== range.end - range.start) throw new Unreadable('its store has less than it should');
  return bytes;
}
