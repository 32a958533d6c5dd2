/** Limits of work under way at the same time; a limit that is left out is none. */
export interface Limits {
  /** Of all keys together. */
  total?: number;
  perKey: number;
  /** Work of one key that waits; more is refused at once. */
  waiting?: number;
  /** The longest wait. */
  waitMs?: number;
}

/** A key has as much under way as it may have, and cannot wait, or has waited too long. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
}

/** A place of one key, until it is left. */
export interface Lease {
  leave: () => void;
}

interface Waiter {
  begin: () => void;
  /** Its place among all that wait. */
  nth: number;
}

/**
 * Limits work in this process: in all, and for each key (a workspace, a host, an account), so that no key takes all of it. A free
 * place goes to the waiting key with the least under way; the work of one key begins in its order.
 */
export class KeyedLimiter {
  readonly #limits: Required<Limits>;
  readonly #underWay = new Map<string, number>();
  readonly #waiting = new Map<string, Set<Waiter>>();
  #total = 0;
  #waiters = 0;

  constructor({ total = Infinity, perKey, waiting = Infinity, waitMs = Infinity }: Limits) {
    this.#limits = { total, perKey, waiting, waitMs };
  }

  /** The work under way of all keys. */
  get total(): number {
    return this.#total;
  }

  /**
   * Runs `work` when its key has a place.
   * @param signal ends the wait
   * @throws LimitReached where too much of its key waits already, or the wait has become too long; the error of `work`
   */
  async run<T>(key: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    await this.#enter(key, signal);
    try {
      return await work();
    } finally {
      this.#leave(key);
    }
  }

  /** Does the work of all items, at most `perKey` at a time. @returns the results in the order of the items */
  async map<Item, T>(items: readonly Item[], work: (item: Item) => Promise<T>): Promise<T[]> {
    return Promise.all(items.map(async (item) => this.run('', async () => work(item))));
  }

  /**
   * Takes a place without a wait.
   * @param perKey another limit for this place
   * @returns null where no place is free
   */
  tryEnter(key: string, perKey = this.#limits.perKey): Lease | null {
    if (this.#total >= this.#limits.total || this.#countOf(key) >= perKey) return null;
    this.#take(key);
    return { leave: () => this.#leave(key) };
  }

  async #enter(key: string, signal: AbortSignal | undefined): Promise<void> {
    if (!this.#waiting.has(key) && this.#hasPlace(key)) return this.#take(key);
    const { waiting, waitMs } = this.#limits;
    const queue = this.#waiting.get(key) ?? new Set();
    if (queue.size >= waiting) throw refused();
    this.#waiting.set(key, queue);
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        queue.delete(waiter);
        if (queue.size === 0) this.#waiting.delete(key);
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        settle();
      };
      const giveUp = (): void => end(() => reject(signal?.reason));
      const waiter = { begin: () => end(resolve), nth: (this.#waiters += 1) };
      const timer = waitMs === Infinity ? undefined : setTimeout(() => end(() => reject(refused())), waitMs);
      signal?.addEventListener('abort', giveUp, { once: true });
      queue.add(waiter);
    });
  }

  #leave(key: string): void {
    const left = this.#countOf(key) - 1;
    if (left === 0) this.#underWay.delete(key);
    else this.#underWay.set(key, left);
    this.#total -= 1;
    for (let next = this.#next(); next; next = this.#next()) {
      this.#take(next.key);
      next.waiter.begin();
    }
  }

  /** The waiter that comes next, where a place is free for it. */
  #next(): { key: string; waiter: Waiter } | undefined {
    let best: { key: string; waiter: Waiter; count: number } | undefined;
    for (const [key, [waiter]] of this.#waiting) {
      if (!waiter || !this.#hasPlace(key)) continue;
      const count = this.#countOf(key);
      if (!best || count < best.count || (count === best.count && waiter.nth < best.waiter.nth))
        best = { key, waiter, count };
    }
    return best;
  }

  #take(key: string): void {
    this.#total += 1;
    this.#underWay.set(key, this.#countOf(key) + 1);
  }

  #hasPlace(key: string): boolean {
    return this.#total < this.#limits.total && this.#countOf(key) < this.#limits.perKey;
  }

  #countOf(key: string): number {
    return this.#underWay.get(key) ?? 0;
  }
}

function refused(): LimitReached {
  return new LimitReached('one key has as much of this as it may have');
}
