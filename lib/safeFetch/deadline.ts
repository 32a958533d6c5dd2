import { OutboundError } from './OutboundError';

export interface Deadline {
  /** Aborts with an OutboundError: `timeout` when the time is over, `aborted` when the caller's signal says so. */
  readonly signal: AbortSignal;
  /** Rejects with the reason of `signal` as soon as it aborts; never resolves. */
  readonly expired: Promise<never>;
  /** Aborts with this, unless it has been aborted. */
  readonly abort: (error: OutboundError) => void;
  /** Forgets the timer and the caller's signal. */
  readonly clear: () => void;
}

/** Starts the time that a request has in all, from its look-up to the last byte of its body. */
export function startDeadline(deadlineMs: number | undefined, stop: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const onStop = (): void => controller.abort(new OutboundError('aborted', undefined, { cause: stop?.reason }));
  const onTimeout = (): void => controller.abort(new OutboundError('timeout'));
  const expired = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true });
  });
  expired.catch(() => undefined);
  const timer = deadlineMs === undefined ? undefined : setTimeout(onTimeout, deadlineMs).unref();
  stop?.addEventListener('abort', onStop, { once: true });
  if (stop?.aborted) onStop();
  return {
    signal: controller.signal,
    expired,
    abort: (error) => controller.abort(error),
    clear: () => {
      clearTimeout(timer);
      stop?.removeEventListener('abort', onStop);
    },
  };
}
