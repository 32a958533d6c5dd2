import { useEach } from './use';

/** A delay for the faults of a sandbox in this process. */
export interface HeldDelay {
  /** For `delayMs` and `effectAfterMs`. No other timer has it. */
  ms: number;
  /** Lets all happen that was to happen after it, in order, and what is still to come at once. */
  release: () => void;
}

type Call = (...given: unknown[]) => void;

/** Within an hour, which is the longest that a fault may take. */
const heldMs = 3_599_999;

/** For each test around the call: what the sandbox does after `ms` happens when the test lets it, whatever the clock says. */
export function useHeldDelay(): HeldDelay {
  return useEach(() => {
    const [start, clear] = [setTimeout, clearTimeout];
    const held = new Map<unknown, Call>();
    let isReleased = false;
    const hold = (call: Call, ms?: number, ...given: unknown[]): NodeJS.Timeout => {
      if (ms !== heldMs) return start(call, ms, ...given);
      if (isReleased) return start(call, 0);
      const timer = start(() => undefined);
      held.set(timer, call);
      return timer;
    };
    const forget = (timer?: NodeJS.Timeout): void => {
      held.delete(timer);
      clear(timer);
    };
    const spies = [
      jest.spyOn(globalThis, 'setTimeout').mockImplementation(hold as typeof setTimeout),
      jest.spyOn(globalThis, 'clearTimeout').mockImplementation(forget as typeof clearTimeout),
    ];
    const release = (): void => {
      isReleased = true;
      const calls = [...held.values()];
      held.clear();
      for (const call of calls) call();
    };
    return { ms: heldMs, release, stop: () => spies.forEach((spy) => spy.mockRestore()) };
  });
}
