/** Numbers that a seed decides. */
export interface Random {
  /** A whole number from `min` to `max`, both included. */
  between: (min: number, max: number) => number;
  pick: <T>(choices: readonly T[]) => T;
  /** Deals the choices in a random order, then again in another one: none stays out for long. */
  deck: <T>(choices: readonly T[]) => () => T;
}

/** The same numbers for the same seed and stream, for ever; streams of one seed have nothing in common (mulberry32). */
export function randomOf(seed: number, stream: number): Random {
  let state = (seed ^ Math.imul(stream + 1, 0x9e3779b1)) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    between,
    pick: (choices) => choices[between(0, choices.length - 1)]!,
    deck: (choices) => {
      let left: (typeof choices)[number][] = [];
      return () => {
        if (left.length === 0) left = [...choices];
        return left.splice(between(0, left.length - 1), 1)[0]!;
      };
    },
  };
}
