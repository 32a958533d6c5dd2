/** The effects that are still to come of requests whose connections have ended. They live in memory: a restart forgets them. */
export interface Later {
  /** Lets `effect` happen so much later, unless it is forgotten before. */
  add(delayMs: number, effect: () => void): void;
  forget(): void;
}

/** Nothing is to come. */
export function openLater(): Later {
  const timers = new Set<NodeJS.Timeout>();
  return {
    add(delayMs, effect) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        effect();
      }, delayMs);
      timers.add(timer.unref());
    },
    forget() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
    },
  };
}
