import { OutboundError } from '../safeFetch/OutboundError';
import type { SafeFetch } from '../safeFetch/safeFetch';
import { Unreadable } from './MediaSource';
import type { MediaSource } from './MediaSource';
import { discard, identityOf, isSame, rangeOf, validatorOf } from './sourceIdentity';
import type { SourceIdentity } from './sourceIdentity';

/**
 * The media behind a URL, read by Range (RFC 9110 §14). Each read is of the bytes that were `known`, as far as the source's
 * validators tell: where it serves other media by now, it is unreadable.
 */
export function remoteMedia(
  safeFetch: SafeFetch,
  url: string,
  known: SourceIdentity & { sizeBytes: number },
): MediaSource {
  const validator = validatorOf(known);
  const condition: Record<string, string> = validator === null ? {} : { 'if-range': validator };
  return {
    sizeBytes: known.sizeBytes,
    read: async (start, end, signal) => {
      const headers = { ...condition, range: `bytes=${start}-${end - 1}` };
      const answer = await safeFetch.request(url, { headers, redirects: 'follow', signal }).catch(explain);
      try {
        if (!isSame(identityOf(answer), known)) throw new Unreadable('it changed while it was read');
        if (answer.status !== 206 || rangeOf(answer).from !== start) throw new Unreadable(noRanges);
        return await collect(answer.body, end - start);
      } finally {
        discard(answer);
      }
    },
  };
}

const noRanges = 'its server does not serve parts of it (Range)';

function explain(error: unknown): never {
  if (error instanceof OutboundError) throw new Unreadable('its server does not answer', { cause: error });
  throw error;
}

/** Exactly so many bytes, however many more are sent. */
async function collect(body: AsyncIterable<Uint8Array>, lengthBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= lengthBytes) return Buffer.concat(chunks, lengthBytes);
  }
  throw new Unreadable('its server sent less than it was asked for');
}
