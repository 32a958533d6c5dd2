import { readProcess } from './processTable.mjs';

const endSignals = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/**
 * Calls `end` when this program should stop: at SIGINT, SIGTERM or SIGHUP, and when the npm that runs it has gone without
 * passing a signal on, as after SIGKILL (npm's shell between the two passes none on either).
 * @param {(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', isRepeated: boolean) => void} end
 */
export function onEndOfLife(end) {
  let firstAt = 0;
  /** @param {'SIGINT' | 'SIGTERM' | 'SIGHUP'} signal */
  const hear = (signal) => {
    const now = performance.now();
    const isFirst = firstAt === 0;
    if (isFirst) firstAt = now;
    // One Ctrl-C may arrive twice, from the terminal and from npm, so only a later one counts as a second.
    if (isFirst || now - firstAt > 500) end(signal, !isFirst);
  };
  for (const signal of endSignals) process.on(signal, () => hear(signal));
  watchNpm(() => hear('SIGTERM'));
}

/** @param {() => void} onGone */
function watchNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const before = readProcess(parent);
  // npm may run this program by a shell, whose own parent npm is.
  const npm = before?.name.endsWith('sh') ? before.parent : undefined;
  const timer = setInterval(() => {
    const isThere = process.ppid === parent && (npm === undefined || readProcess(parent)?.parent === npm);
    if (isThere) return;
    clearInterval(timer);
    onGone();
  }, 500);
  timer.unref();
}
