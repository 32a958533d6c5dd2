/** An entry that waits longer is better served by another process. Well below the time that a claim lasts. */
const waitMsMax = 1000;
/** More than these at a time would not be served within that time. */
const lengthMax = 256;

/** Entries just committed that wait, in their order, until a call to Temporal has ended. */
export interface ExpiringQueue {
  readonly length: () => number;
  /** @returns the entries for which the line is too long */
  readonly add: (outboxIds: readonly number[]) => readonly number[];
  /** The first entry, which leaves the line. */
  readonly next: () => number | undefined;
  /** Lets all waiting entries leave. */
  readonly close: () => void;
}

/**
 * Makes a queue. To wait here costs no statement, while to give an entry to the relay and to claim it again costs two.
 * @param leave is given the entries that have waited for a second, or that wait when the line is closed
 */
export function createExpiringQueue(leave: (outboxIds: readonly number[]) => void): ExpiringQueue {
  const waiting: { outboxId: number; sinceMs: number }[] = [];
  let timer: NodeJS.Timeout | undefined;

  function letGo(count: number): void {
    if (count > 0) leave(waiting.splice(0, count).map(({ outboxId }) => outboxId));
    watch();
  }

  /** Times the first entry alone: no entry behind it has waited longer. */
  function watch(): void {
    clearTimeout(timer);
    const [first] = waiting;
    if (first) timer = setTimeout(expire, first.sinceMs + waitMsMax - performance.now());
  }

  function expire(): void {
    const lateMs = performance.now() - waitMsMax;
    const firstInTime = waiting.findIndex(({ sinceMs }) => sinceMs > lateMs);
    letGo(firstInTime === -1 ? waiting.length : firstInTime);
  }

  return {
    length: () => waiting.length,
    add: (outboxIds) => {
      const room = Math.max(0, lengthMax - waiting.length);
      const sinceMs = performance.now();
      waiting.push(...outboxIds.slice(0, room).map((outboxId) => ({ outboxId, sinceMs })));
      watch();
      return outboxIds.slice(room);
    },
    next: () => {
      const first = waiting.shift();
      watch();
      return first?.outboxId;
    },
    close: () => letGo(waiting.length),
  };
}
