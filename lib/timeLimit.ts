/**
 * Runs `work` with a signal that ends with `signal`, or after `limitMs` with the error of `late`: a `TimeoutError` if it
 * is left out.
 *
 * Not by `AbortSignal.any`: Node 20 keeps its signals for ever if a listener is left at them. A time-out among their
 * sources is garbage to Node, and then never comes.
 */
export async function withTimeLimit<T>(
  signal: AbortSignal,
  limitMs: number,
  work: (limited: AbortSignal) => Promise<T>,
  late: () => Error = () => new DOMException(`This took longer than ${limitMs} ms`, 'TimeoutError'),
): Promise<T> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(late()), limitMs);
  try {
    return await endingWith(signal, limit, async () => work(limit.signal));
  } finally {
    clearTimeout(timer);
  }
}

/** Aborts `stop` when `signal` ends, with its reason, for as long as `work` takes. */
export async function endingWith<T>(signal: AbortSignal, stop: AbortController, work: () => Promise<T>): Promise<T> {
  const end = (): void => stop.abort(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener('abort', end);
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
