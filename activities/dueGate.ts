import { EventEmitter, once } from 'node:events';

/** The longest that work stands back: when hundreds are due at one second it goes on beside them. */
const standBackMsMax = 2000;

/** Lets work that can wait stand back while posts of this process go live at their second (activities/publishing/README.md). */
export interface DueGate {
  /** Does the work of a post that is due. */
  hold: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves as soon as no post is due, after 2 s at the latest. */
  standBack: () => Promise<void>;
}

export function createDueGate(): DueGate {
  const passage = new EventEmitter().setMaxListeners(0);
  let dueCount = 0;
  return {
    hold: async (work) => {
      dueCount += 1;
      try {
        return await work();
      } finally {
        dueCount -= 1;
        if (dueCount === 0) passage.emit('free');
      }
    },
    standBack: async () => {
      if (dueCount === 0) return;
      await once(passage, 'free', { signal: AbortSignal.timeout(standBackMsMax) }).catch(() => undefined);
    },
  };
}
