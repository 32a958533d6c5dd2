import type { HttpClient } from './exchange';
import { tooLate } from './failures';

/**
 * The body of a request that changes something, written before `notAfterMs` or not at all. undici asks for a body when its
 * connection stands, and writes the head together with the first piece.
 */
export function* writtenInTime(
  client: HttpClient,
  content: string | Uint8Array,
  notAfterMs: number,
): Generator<Uint8Array> {
  requireTime(client, notAfterMs);
  if (content.length > 0) yield Buffer.from(content);
}

/** A body that streams, begun in time: its first piece counts, and the signal of the call ends the later pieces. */
export async function* startedInTime(
  client: HttpClient,
  body: AsyncIterable<Uint8Array>,
  notAfterMs: number,
): AsyncGenerator<Uint8Array> {
  let isStarted = false;
  for await (const piece of body) {
    if (!isStarted) requireTime(client, notAfterMs);
    isStarted = true;
    yield piece;
  }
  if (!isStarted) requireTime(client, notAfterMs);
}

function requireTime({ name }: HttpClient, notAfterMs: number): void {
  if (performance.now() > notAfterMs) throw tooLate(name);
}
