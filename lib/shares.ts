/** What a process does only so often at the same time, and so often for each owner: none of them takes all of it. */
export interface Shares {
  /**
   * Runs `work` when it is the turn of its owner: of those that wait, the owner with the least under way comes first.
   * @param signal ends the wait
   * @throws SharesTaken where too many of its owner wait already, or the wait has become too long
   */
  readonly run: <T>(owner: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
}

export interface SharesLimits {
  /** At the same time, of all owners. */
  totalMax?: number;
  /** Of one. */
  ownerMax: number;
  /** Of one: so many more wait. */
  waitingMax: number;
  /** So long each of them waits. */
  waitMs: number;
}

/** An owner has all that it may have at a time, and as much waits. */
export class SharesTaken extends Error {
  override readonly name = 'SharesTaken';
}

interface Waiter {
  owner: string;
  begin: () => void;
}

export function createShares({ totalMax = Infinity, ownerMax, waitingMax, waitMs }: SharesLimits): Shares {
  const underWay = new Map<string, number>();
  const waiting = new Set<Waiter>();
  let total = 0;
  const countOf = (owner: string): number => underWay.get(owner) ?? 0;

  const next = (): Waiter | undefined =>
    [...waiting]
      .filter(({ owner }) => countOf(owner) < ownerMax)
      .toSorted((one, other) => countOf(one.owner) - countOf(other.owner))[0];
  const letIn = (): void => {
    for (let waiter = next(); waiter && total < totalMax; waiter = next()) {
      waiting.delete(waiter);
      total += 1;
      underWay.set(waiter.owner, countOf(waiter.owner) + 1);
      waiter.begin();
    }
  };
  const leave = (owner: string): void => {
    const left = countOf(owner) - 1;
    if (left === 0) underWay.delete(owner);
    else underWay.set(owner, left);
    total -= 1;
    letIn();
  };

  const enter = async (owner: string, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    let waiter: Waiter | undefined;
    let timer: NodeJS.Timeout | undefined;
    let stopWaiting = (): void => undefined;
    const entered = new Promise<void>((resolve, reject) => {
      const one = { owner, begin: resolve };
      waiter = one;
      waiting.add(one);
      letIn();
      if (!waiting.has(one)) return;
      if ([...waiting].filter((other) => other.owner === owner).length > waitingMax) reject(taken());
      timer = setTimeout(() => reject(taken()), waitMs);
      stopWaiting = () => reject(signal?.reason);
      signal?.addEventListener('abort', stopWaiting, { once: true });
    });
    try {
      await entered;
    } finally {
      if (waiter) waiting.delete(waiter);
      clearTimeout(timer);
      signal?.removeEventListener('abort', stopWaiting);
    }
  };

  return {
    run: async (owner, work, signal) => {
      await enter(owner, signal);
      try {
        return await work();
      } finally {
        leave(owner);
      }
    },
  };
}

function taken(): SharesTaken {
  return new SharesTaken('as much of this is under way as one owner may have');
}
