/** Requests to one host at the same time, from one process. */
const perHostMax = 10;
/** A prompt host takes a webhook within this time. */
const promptMs = 1000;
/** So many slow hosts are remembered. Beyond them the oldest one is forgotten. */
const slowHostsMax = 10_000;

/** The place of one request among those that are under way to its host. */
export interface HostSlot {
  readonly host: string;
  readonly beganAtMs: number;
}

/** Keeps one slow or dead receiver from taking all slots of the queue: each host has a share of its own. */
export interface HostSlots {
  /** @returns a slot that must be left again, or null while the host's share is taken */
  enter: (host: string) => HostSlot | null;
  leave: (slot: HostSlot) => void;
  /** Remembers how the host's last attempt ended. */
  note: (host: string, last: { isDelivered: boolean; durationMs: number }) => void;
  /**
   * False when the host's last attempt failed or took over 1 s, and while a request to it is under way for longer than
   * that. A host that this process has not met is prompt.
   */
  isPrompt: (host: string) => boolean;
}

export function createHostSlots(): HostSlots {
  const underWay = new Map<string, Set<HostSlot>>();
  const slow = new Set<string>();
  return {
    enter(host) {
      const slots = underWay.get(host) ?? new Set();
      if (slots.size >= perHostMax) return null;
      const slot = { host, beganAtMs: performance.now() };
      underWay.set(host, slots.add(slot));
      return slot;
    },
    leave(slot) {
      const slots = underWay.get(slot.host);
      slots?.delete(slot);
      if (slots?.size === 0) underWay.delete(slot.host);
    },
    note(host, { isDelivered, durationMs }) {
      slow.delete(host);
      if (isDelivered && durationMs <= promptMs) return;
      slow.add(host);
      const [oldest = host] = slow;
      if (slow.size > slowHostsMax) slow.delete(oldest);
    },
    isPrompt(host) {
      const [oldest] = underWay.get(host) ?? [];
      return !slow.has(host) && (oldest === undefined || performance.now() - oldest.beganAtMs <= promptMs);
    },
  };
}
