/** Requests to one host at the same time, from one process. */
const perHostMax = 10;

/** Keeps one slow or dead receiver from taking all slots of the queue: each host has a share of its own. */
export interface HostSlots {
  /** @returns whether a slot was free; then it must be left again */
  enter: (host: string) => boolean;
  leave: (host: string) => void;
}

export function createHostSlots(): HostSlots {
  const taken = new Map<string, number>();
  return {
    enter(host) {
      const count = taken.get(host) ?? 0;
      if (count >= perHostMax) return false;
      taken.set(host, count + 1);
      return true;
    },
    leave(host) {
      const count = (taken.get(host) ?? 1) - 1;
      if (count > 0) taken.set(host, count);
      else taken.delete(host);
    },
  };
}

/** The receiver that a URL leads to, port included, in one spelling: dots that end its name make it no other. */
export function hostOf(url: string): string {
  return new URL(url).host.replace(/\.+(?=:|$)/, '');
}
