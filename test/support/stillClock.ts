import { useEach } from './use';

/** The clock by which this process measures how long something takes. */
export interface StillClock {
  /** Lets so much time pass. */
  pass: (ms: number) => void;
}

/** For each test around the call: nothing takes any time by `performance.now()`, until the test says how much. */
export function useStillClock(): StillClock {
  return useEach(() => {
    let nowMs = performance.now();
    const spy = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    return { pass: (ms: number) => void (nowMs += ms), stop: () => spy.mockRestore() };
  });
}
