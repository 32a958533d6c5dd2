import { useSyncExternalStore } from 'react';

/** One clock for all times on the screen, so that they change together. */
const tickMs = 1_000;
const listeners = new Set<() => void>();
let nowMs = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, tickMs);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  nowMs = Date.now();
  for (const listener of listeners) listener();
}

/** The time in steps of `stepMs`: a part is drawn again only when its own step has passed. */
export function useNow(stepMs = tickMs): number {
  return useSyncExternalStore(subscribe, () => Math.floor(nowMs / stepMs) * stepMs);
}
