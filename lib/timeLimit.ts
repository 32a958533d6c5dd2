/**
 * Runs `work` with a signal that ends with `signal`, or after `limitMs` with a `TimeoutError`.
 *
 * Not by `AbortSignal.timeout`: among the sources of `AbortSignal.any` it is garbage to Node 20, which collects it, and
 * then it never comes.
 */
export async function withTimeLimit<T>(
  signal: AbortSignal,
  limitMs: number,
  work: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const tooLate = new DOMException(`This took longer than ${limitMs} ms`, 'TimeoutError');
  const timer = setTimeout(() => limit.abort(tooLate), limitMs);
  try {
    return await work(AbortSignal.any([signal, limit.signal]));
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for `work` until `signal` ends, whose reason it then throws; `work` may go on. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let stopWaiting = (): void => undefined;
  const ended = new Promise<never>((_, reject) => {
    stopWaiting = () => reject(signal.reason);
  });
  if (signal.aborted) stopWaiting();
  signal.addEventListener('abort', stopWaiting, { once: true });
  try {
    return await Promise.race([work, ended]);
  } finally {
    signal.removeEventListener('abort', stopWaiting);
  }
}
