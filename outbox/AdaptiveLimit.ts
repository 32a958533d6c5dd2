/** Limits the calls under way at a time. */
export interface AdaptiveLimit {
  /** The number of calls that may begin now. */
  room: () => number;
  begin: () => CallSlot;
}

/** The place of one call among the calls under way. */
export interface CallSlot {
  /** Tells of a prompt answer, or of no answer. A late answer is neither: the limit then stays as it is. */
  tell: (answer: 'prompt' | 'none') => void;
  end: () => void;
}

/**
 * A limit that finds out by itself how much the other side can take (additive increase, multiplicative decrease, as TCP
 * does). Prompt answers to a full house raise it by one. A call without an answer halves it, to 1 at the least. Calls
 * that began before it was halved do not halve it again: they were made under the old limit.
 */
export function createAdaptiveLimit({ initial, max }: { initial: number; max: number }): AdaptiveLimit {
  let limit = initial;
  let underWay = 0;
  let halvings = 0;

  function begin(): CallSlot {
    const halvingsBefore = halvings;
    underWay += 1;
    return {
      tell: (answer) => {
        if (answer === 'prompt') {
          if (underWay * 2 >= limit) limit = Math.min(max, limit + 1 / limit);
        } else if (halvings === halvingsBefore) {
          limit = Math.max(1, limit / 2);
          halvings += 1;
        }
      },
      end: () => (underWay -= 1),
    };
  }

  return { room: () => Math.max(0, Math.floor(limit) - underWay), begin };
}
