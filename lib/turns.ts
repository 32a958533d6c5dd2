import { bulkhead } from 'cockatiel';
import type { BulkheadPolicy } from 'cockatiel';

export type InTurn = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Lets work with the same key run one after the other.
 * @param waitingMax how much of one key may wait; more is refused with a BulkheadRejectedError
 */
export function createTurns(waitingMax: number): InTurn {
  const ofKeys = new Map<string, { turns: BulkheadPolicy; inside: number }>();
  return async (key, work) => {
    const mine = ofKeys.get(key) ?? { turns: bulkhead(1, waitingMax), inside: 0 };
    ofKeys.set(key, mine);
    mine.inside += 1;
    try {
      return await mine.turns.execute(work);
    } finally {
      mine.inside -= 1;
      if (mine.inside === 0) ofKeys.delete(key);
    }
  };
}
