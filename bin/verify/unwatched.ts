import type { Call } from '../../platforms/Call';

/** A call that nothing but the adapter's own limits ends, so that an interruption leaves no answer unread; it needs no lease. */
export function unwatched(): Pick<Call, 'signal' | 'notAfterMs'> {
  return { signal: new AbortController().signal, notAfterMs: Infinity };
}
