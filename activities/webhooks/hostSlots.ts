/** Requests to one host at the same time, from one process. */
const perHostMax = 10;
/** No place is further away than this: the host may come back, or the line be left. */
const placeMsMax = 60_000;

/** Keeps one slow or dead receiver from taking all slots of the queue: each host has a share of its own. */
export interface HostSlots {
  /**
   * Takes a slot, which then must be left again, or gives the next place in the host's line. Places are as far apart as
   * the host's slots become free by what they were held lately; while nothing is known of that, they are all at once.
   * @returns null with a slot; without one, milliseconds until the turn of that place, one minute at most
   */
  enter: (host: string, nowMs: number) => number | null;
  leave: (host: string, heldMs: number) => void;
}

interface Line {
  taken: number;
  /** How long a slot was held in the mean, the last ten counting most. */
  heldMs?: number;
  lastPlaceAtMs: number;
}

/** A host is remembered while one of its slots is taken. */
export function createHostSlots(): HostSlots {
  const lines = new Map<string, Line>();
  return {
    enter(host, nowMs) {
      const line = lines.get(host) ?? { taken: 0, lastPlaceAtMs: nowMs };
      lines.set(host, line);
      if (line.taken >= perHostMax) return nextPlaceMs(line, nowMs);
      line.taken += 1;
      return null;
    },
    leave(host, heldMs) {
      const line = lines.get(host);
      if (!line) return;
      line.taken -= 1;
      line.heldMs ??= heldMs;
      line.heldMs += (heldMs - line.heldMs) / perHostMax;
      if (line.taken === 0) lines.delete(host);
    },
  };
}

function nextPlaceMs(line: Line, nowMs: number): number {
  const placeMs = Math.max(line.lastPlaceAtMs - nowMs, 0) + (line.heldMs ?? 0) / perHostMax;
  const waitMs = Math.min(placeMs, placeMsMax);
  line.lastPlaceAtMs = nowMs + waitMs;
  return waitMs;
}

/** The receiver that a URL leads to, port included, in one spelling: dots that end its name make it no other. */
export function hostOf(url: string): string {
  return new URL(url).host.replace(/\.+(?=:|$)/, '');
}
