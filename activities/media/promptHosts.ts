import { uploadSessionOf } from '../../domain/uploadSession';
import { hostOf } from '../../domain/webhook';
import type { MediaOrigin } from './MediaOrigin';

/** A medium is brought promptly within this time. */
const promptMs = 1000;
/** Media of up to this size are brought inside a workflow task. */
export const promptBytesMax = 8 * 1024 * 1024;
/** So many hosts are remembered. Beyond it the oldest one is forgotten. */
const hostsMax = 10_000;

/**
 * The hosts whose last medium for a workspace was a small one, and was with its platform within a second. Files that were uploaded to
 * us are always prompt.
 */
export interface PromptHosts {
  isPrompt: (workspaceId: string, mediaUrl: string) => boolean;
  /** The origin of a medium that is being brought: it is prompt again when that has come to a prompt end. */
  begin: (origin: MediaOrigin, workspaceId: string, mediaUrl: string) => { origin: MediaOrigin; end: () => void };
}

/** Of one process. */
export function createPromptHosts(): PromptHosts {
  const known = new Set<string>();
  const note = (host: string, isPrompt: boolean): void => {
    known.delete(host);
    if (isPrompt) known.add(host);
    const [oldest = host] = known;
    if (known.size > hostsMax) known.delete(oldest);
  };
  return {
    isPrompt: (workspaceId, mediaUrl) => isOurs(mediaUrl) || known.has(hostFor(workspaceId, mediaUrl)),
    begin(origin, workspaceId, mediaUrl) {
      const beganAtMs = performance.now();
      let isSmall = false;
      const open: MediaOrigin['open'] = async (signal) => {
        if (!isOurs(mediaUrl)) note(hostFor(workspaceId, mediaUrl), false);
        const source = await origin.open(signal);
        isSmall = source.sizeBytes !== null && source.sizeBytes <= promptBytesMax;
        return source;
      };
      const end = (): void => {
        const isPrompt = isSmall && performance.now() - beganAtMs <= promptMs;
        if (isPrompt && !isOurs(mediaUrl)) note(hostFor(workspaceId, mediaUrl), true);
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
