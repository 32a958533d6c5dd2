/** Requests of one workspace to one host at the same time, from one process. */
const perHostMax = 10;
/** Requests of all workspaces to one host: many of them may have a receiver there. */
const sharedHostMax = 20;
/** While so large a part of the queue's slots is free, a workspace may take more than its share. */
const freePart = 1 / 2;
/** The share of a workspace, to all its hosts: this part of the slots of the queue. */
const workspacePart = 1 / 4;
/** A prompt host takes a webhook within this time. */
const promptMs = 1000;
/** The number of receivers that are remembered as slow. Beyond it the oldest one is forgotten. */
const slowReceiversMax = 10_000;

/** The place of one request among those that are under way to its host. */
export interface HostSlot {
  readonly host: string;
  readonly workspaceId: string;
  readonly beganAtMs: number;
}

/**
 * Keeps slow or dead receivers from taking all slots of the queue. Each host has a share of its own. A workspace takes at
 * most half of the slots, however many hosts it names, and only its share while others take slots, too.
 */
export interface HostSlots {
  /** @returns a slot that must be left again, or null while the share of the host or of the workspace is taken */
  enter: (host: string, workspaceId: string) => HostSlot | null;
  leave: (slot: HostSlot) => void;
  /** Remembers how the last attempt of this workspace at this host ended. */
  note: (slot: HostSlot, last: { isDelivered: boolean; durationMs: number }) => void;
  /**
   * False when the workspace's last attempt at the host failed or took over 1 s, and while one is under way for longer than
   * that. A workspace that has not met the host in this process finds it prompt: the webhooks of others may hang there,
   * at an address of their own.
   */
  isPrompt: (host: string, workspaceId: string) => boolean;
}

/** @param queueSlots attempts that the process makes at the same time */
export function createHostSlots(queueSlots: number): HostSlots {
  const workspaceMax = Math.max(1, Math.floor(queueSlots * workspacePart));
  let taken = 0;
  const underWay = new Map<string, Set<HostSlot>>();
  const ofWorkspaces = new Map<string, number>();
  const slow = new Set<string>();
  return {
    enter(host, workspaceId) {
      const slots = underWay.get(host) ?? new Set();
      const ofWorkspace = ofWorkspaces.get(workspaceId) ?? 0;
      const isScarce = taken >= queueSlots * freePart;
      if (slots.size >= sharedHostMax || (isScarce && ofWorkspace >= workspaceMax)) return null;
      if ([...slots].filter((one) => one.workspaceId === workspaceId).length >= perHostMax) return null;
      const slot = { host, workspaceId, beganAtMs: performance.now() };
      taken += 1;
      underWay.set(host, slots.add(slot));
      ofWorkspaces.set(workspaceId, ofWorkspace + 1);
      return slot;
    },
    leave(slot) {
      taken -= 1;
      const ofWorkspace = (ofWorkspaces.get(slot.workspaceId) ?? 0) - 1;
      if (ofWorkspace <= 0) ofWorkspaces.delete(slot.workspaceId);
      else ofWorkspaces.set(slot.workspaceId, ofWorkspace);
      const slots = underWay.get(slot.host);
      slots?.delete(slot);
      if (slots?.size === 0) underWay.delete(slot.host);
    },
    note({ host, workspaceId }, { isDelivered, durationMs }) {
      const receiver = receiverOf(host, workspaceId);
      slow.delete(receiver);
      if (isDelivered && durationMs <= promptMs) return;
      slow.add(receiver);
      const [oldest = receiver] = slow;
      if (slow.size > slowReceiversMax) slow.delete(oldest);
    },
    isPrompt(host, workspaceId) {
      if (slow.has(receiverOf(host, workspaceId))) return false;
      const oldest = [...(underWay.get(host) ?? [])].find((slot) => slot.workspaceId === workspaceId);
      return oldest === undefined || performance.now() - oldest.beganAtMs <= promptMs;
    },
  };
}

/** A URL's host has no space. */
function receiverOf(host: string, workspaceId: string): string {
  return `${workspaceId} ${host}`;
}
