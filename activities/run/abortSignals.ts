import { Context } from '@temporalio/activity';
import type { ActivityCancellationDetails } from '@temporalio/common';
import { paced } from '../../domain/pace';

/** Long enough for a platform to answer, and short enough for a cancellation that waits for the end of the activity. */
const graceMs = () => paced(5000);

/** Ends the calls of this activity with its worker, not at a wish to cancel: that comes too late past the point of no return. */
export function pastCancelling(): AbortSignal {
  return sparing(ofActivity(), (details) => details?.cancelRequested ?? false, Infinity);
}

/**
 * Ends the calls of this activity with its worker, and some time after any other cancellation. A call that is cut off
 * while it makes an object makes the object all the same, but its id is lost: then no clean-up can remove it.
 */
export function withGrace(): AbortSignal {
  return sparing(ofActivity(), (details) => details?.workerShutdown === false, graceMs());
}

/**
 * Ends a call with `signal`; once the call may have made an object, some time after it, unless the worker ends.
 * @param mayHaveMade its last byte is on its way
 */
export function withGraceOnce(mayHaveMade: () => boolean, signal: AbortSignal): AbortSignal {
  return sparing(signal, (details) => mayHaveMade() && details?.workerShutdown !== true, graceMs());
}

function ofActivity(): AbortSignal {
  return Context.current().cancellationSignal;
}

function sparing(
  signal: AbortSignal,
  isSpared: (details: ActivityCancellationDetails | undefined) => boolean,
  sparedMs: number,
): AbortSignal {
  const context = Context.current();
  const ending = new AbortController();
  const abort = (): void => ending.abort(signal.reason);
  const end = (): void => {
    if (!isSpared(context.cancellationDetails)) abort();
    else if (sparedMs < Infinity) setTimeout(abort, sparedMs).unref();
  };
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  return ending.signal;
}
