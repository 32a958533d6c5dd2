import { uploadSessionOf } from '../../domain/uploadSession';
import { hostOf } from '../../domain/webhook';
import type { MediaOrigin } from './MediaOrigin';

/** A medium is brought promptly within this time, also while the machine is busy: then an activity would make it busier. */
const promptMs = 3000;
/** Media of up to this size are brought inside a workflow task. */
export const promptBytesMax = 8 * 1024 * 1024;
/** The number of hosts that are remembered. Beyond it the oldest host is forgotten. */
const hostsMax = 10_000;

/**
 * The hosts whose last medium for a workspace was small, and was with its platform within three seconds. Files that
 * were uploaded to us are always prompt.
 */
export interface PromptHosts {
  /** False, too, while a medium of the host is on its way for longer. */
  isPrompt: (workspaceId: string, mediaUrl: string) => boolean;
  /** A medium begins to be brought, from this origin. `end`: whether its platform has it. */
  begin: (
    origin: MediaOrigin,
    workspaceId: string,
    mediaUrl: string,
  ) => { origin: MediaOrigin; end: (isBrought: boolean) => void };
}

/** The prompt hosts of one process. */
export function createPromptHosts(): PromptHosts {
  const prompt = new Set<string>();
  /** When each medium that is on its way was begun, by its host. */
  const underWay = new Map<string, Set<{ atMs: number }>>();

  function note(host: string, isPrompt: boolean): void {
    prompt.delete(host);
    if (isPrompt) prompt.add(host);
    const [oldest = host] = prompt;
    if (prompt.size > hostsMax) prompt.delete(oldest);
  }

  function isInTime(host: string): boolean {
    const [oldest] = underWay.get(host) ?? [];
    return oldest === undefined || performance.now() - oldest.atMs <= promptMs;
  }

  return {
    isPrompt(workspaceId, mediaUrl) {
      const host = hostFor(workspaceId, mediaUrl);
      return isOurs(mediaUrl) || (prompt.has(host) && isInTime(host));
    },
    begin(origin, workspaceId, mediaUrl) {
      if (isOurs(mediaUrl)) return { origin, end: () => undefined };
      const host = hostFor(workspaceId, mediaUrl);
      const begun = { atMs: performance.now() };
      const all = underWay.get(host) ?? new Set();
      underWay.set(host, all.add(begun));
      let isSmall = false;
      const open: MediaOrigin['open'] = async (signal) => {
        const source = await origin.open(signal);
        isSmall = source.sizeBytes !== null && source.sizeBytes <= promptBytesMax;
        return source;
      };
      const end = (isBrought: boolean): void => {
        note(host, isBrought && isSmall && performance.now() - begun.atMs <= promptMs);
        all.delete(begun);
        if (all.size === 0) underWay.delete(host);
      };
      return { origin: { ...origin, open }, end };
    },
  };
}

function isOurs(mediaUrl: string): boolean {
  return uploadSessionOf(mediaUrl) !== null;
}

/** A URL's host has no space. */
function hostFor(workspaceId: string, mediaUrl: string): string {
  return `${workspaceId} ${hostOf(mediaUrl)}`;
}
