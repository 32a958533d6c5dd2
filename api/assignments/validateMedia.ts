import { OutboundError } from '../../lib/safeFetch/OutboundError';
import type { OutboundAnswer, SafeFetch } from '../../lib/safeFetch/safeFetch';
import type { MediaSeen } from './validateSchema';

/** Somebody waits for the answer. */
const lookMs = 5_000;

export interface MediaLook {
  media: MediaSeen;
  /** Why the media could not be read; null if it could. */
  fault: string | null;
}

/**
 * Asks for the first byte of the media, with GET: an address that is signed for a download often allows nothing else.
 * Takes up to 5 s and never throws for what a source does.
 */
export async function lookAtMedia(safeFetch: SafeFetch, url: string): Promise<MediaLook> {
  try {
    const options = { headers: { range: 'bytes=0-0' }, redirects: 'follow', deadlineMs: lookMs } as const;
    const answer = await safeFetch.request(url, options);
    answer.body.on('error', () => undefined).destroy();
    return readAnswer(answer);
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    return unreadable(error.message);
  }
}

function readAnswer(answer: OutboundAnswer): MediaLook {
  const acceptsRanges = answer.status === 206;
  if (!acceptsRanges && answer.status !== 200) return unreadable(`answered ${answer.status} instead of the media`);
  const size = acceptsRanges
    ? /^bytes 0-0\/(\d{1,15})$/.exec(header(answer, 'content-range') ?? '')?.[1]
    : /^\d{1,15}$/.exec(header(answer, 'content-length') ?? '')?.[0];
  const contentType = header(answer, 'content-type') ?? null;
  const sizeBytes = size === undefined ? null : Number(size);
  return { media: { reachable: true, contentType, sizeBytes, acceptsRanges }, fault: null };
}

function unreadable(fault: string): MediaLook {
  return { media: { reachable: false, contentType: null, sizeBytes: null, acceptsRanges: false }, fault };
}

function header({ headers }: OutboundAnswer, name: string): string | undefined {
  return [headers[name]].flat()[0];
}
