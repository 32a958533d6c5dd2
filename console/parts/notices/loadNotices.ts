import type * as Code from './Notices';

const pauseMs = 5_000;
let loading: Promise<typeof Code> | null = null;

/** Loads the code of notices, which comes after the first screen. Goes on until it is there: a notice waits rather than be lost. */
export async function loadNotices(): Promise<typeof Code> {
  loading ??= untilLoaded();
  return loading;
}

async function untilLoaded(): Promise<typeof Code> {
  for (;;) {
    try {
      return await import('./Notices');
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
