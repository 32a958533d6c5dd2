import { useEach } from './use';

/** A delay for the faults of a sandbox in this process. */
export interface GatedDelay {
  /** For `delayMs` and `effectAfterMs`. No other timer has it. */
  ms: number;
  /** Ends all delays that have begun, in their order; a later delay ends at once. */
  release: () => void;
}

type Call = (...given: unknown[]) => void;

/** Within an hour, which is the longest that a fault may take. */
const gatedMs = 3_599_999;

/** For each test around the call: the sandbox's delays of `ms` end when the test releases them, not by the clock. */
export function useGatedDelay(): GatedDelay {
  return useEach(() => {
    const [start, clear] = [setTimeout, clearTimeout];
    const waiting = new Map<unknown, Call>();
    let isReleased = false;
    const hold = (call: Call, ms?: number, ...given: unknown[]): NodeJS.Timeout => {
      if (ms !== gatedMs) return start(call, ms, ...given);
      if (isReleased) return start(call, 0);
      const timer = start(() => undefined);
      waiting.set(timer, call);
      return timer;
    };
    const forget = (timer?: NodeJS.Timeout): void => {
      waiting.delete(timer);
      clear(timer);
    };
    const spies = [
      jest.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout),
      jest.spyOn(globalThis, 'clearTimeout').mockImplementation(forget as typeof clearTimeout),
    ];
    const release = (): void => {
      isReleased = true;
      const calls = [...waiting.values()];
      waiting.clear();
      for (const call of calls) call();
    };
    return { ms: gatedMs, release, stop: () => spies.forEach((spy) => spy.mockRestore()) };
  });
}
