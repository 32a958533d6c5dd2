/** Limits work of one kind: in all, and for each owner, so that no owner takes all of it. */
export interface Shares {
  /**
   * Runs `work` when it is the turn of its owner: of those that wait, the owner with the least under way comes first.
   * @param signal ends the wait
   * @throws SharesTaken where too many of its owner wait already, or the wait has become too long
   */
  readonly run: <T>(owner: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
}

export interface SharesLimits {
  /** The most work under way at the same time, of all owners. */
  totalMax?: number;
  /** The most work under way of one owner. */
  ownerMax: number;
  /** The most work of one owner that waits. */
  waitingMax: number;
  /** The longest wait. */
  waitMs: number;
}

/** An owner has all that it may have at a time, and as much waits. */
export class SharesTaken extends Error {
  override readonly name = 'SharesTaken';
}

/** Counts what is under way by a table, and lets in what waits by the limits. */
export function createShares(limits: SharesLimits): Shares {
  const turns = new Turns(limits);
  return {
    run: async (owner, work, signal) => {
      signal?.throwIfAborted();
      await turns.enter(owner, signal);
      try {
        return await work();
      } finally {
        turns.leave(owner);
      }
    },
  };
}

interface Waiter {
  owner: string;
  begin: () => void;
}

class Turns {
  readonly #limits: SharesLimits;
  readonly #underWay = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();
  #total = 0;

  constructor(limits: SharesLimits) {
    this.#limits = limits;
  }

  async enter(owner: string, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        this.#waiting.delete(waiter);
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        settle();
      };
      const refuse = (): void => end(() => reject(new SharesTaken('one owner has as much of this as it may have')));
      const giveUp = (): void => end(() => reject(signal?.reason));
      const waiter = { owner, begin: () => end(resolve) };
      const timer = setTimeout(refuse, this.#limits.waitMs);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiter);
      this.#letIn();
      const waitingCount = [...this.#waiting].filter((other) => other.owner === owner).length;
      if (this.#waiting.has(waiter) && waitingCount > this.#limits.waitingMax) refuse();
    });
  }

  leave(owner: string): void {
    const left = this.#countOf(owner) - 1;
    if (left === 0) this.#underWay.delete(owner);
    else this.#underWay.set(owner, left);
    this.#total -= 1;
    this.#letIn();
  }

  #letIn(): void {
    const { totalMax = Infinity } = this.#limits;
    for (let next = this.#next(); next && this.#total < totalMax; next = this.#next()) {
      this.#total += 1;
      this.#underWay.set(next.owner, this.#countOf(next.owner) + 1);
      next.begin();
    }
  }

  #next(): Waiter | undefined {
    return [...this.#waiting]
      .filter(({ owner }) => this.#countOf(owner) < this.#limits.ownerMax)
      .toSorted((one, other) => this.#countOf(one.owner) - this.#countOf(other.owner))[0];
  }

  #countOf(owner: string): number {
    return this.#underWay.get(owner) ?? 0;
  }
}
