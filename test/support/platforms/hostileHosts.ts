import type { ActivityDeps } from '../../../activities';
import { parseOutboundAllow } from '../../../lib/safeFetch/allow';
import { createSafeFetch } from '../../../lib/safeFetch/safeFetch';
import type { SafeFetch } from '../../../lib/safeFetch/safeFetch';

export interface HostileHosts extends Pick<ActivityDeps, 'safeFetch'> {
  /** The query of their addresses. */
  query: string;
  /** From now on they hang. */
  hang: () => void;
  /** The number of requests that hang. */
  asked: () => number;
  release: () => void;
  close: () => Promise<void>;
}

/** Hosts that do not answer, and no deadline of ours ends a request to them: whatever waits for them waits until `release`. */
export function createHostileHosts(): HostileHosts {
  const inner = createSafeFetch({ allow: parseOutboundAllow('127.0.0.0/8') });
  const query = '?hostile';
  const waiting: (() => void)[] = [];
  let isHanging = false;
  const request: SafeFetch['request'] = async (url, options) => {
    if (isHanging && url.endsWith(query)) await new Promise<void>((resolve) => waiting.push(resolve));
    return inner.request(url, options);
  };
  return {
    safeFetch: { request, close: async () => undefined },
    query,
    hang: () => (isHanging = true),
    asked: () => waiting.length,
    release: () => {
      isHanging = false;
      for (const go of waiting.splice(0)) go();
    },
    close: inner.close,
  };
}
