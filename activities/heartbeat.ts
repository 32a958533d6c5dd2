import { Context } from '@temporalio/activity';

export interface Heartbeat {
  /** Details that operators see under Pending Activities from the next beat on. */
  details: Record<string, string | number | null>;
}

/** The worker passes beats on at most once a second; without them a lost worker would be noticed too late. */
const heartbeatMs = 500;

/** Beats for the activity that runs now, until it is stopped. */
export function startHeartbeat(): Heartbeat & { stop: () => void } {
  const context = Context.current();
  const beat = { details: {}, stop: () => clearInterval(timer) };
  const timer = setInterval(() => context.heartbeat(beat.details), heartbeatMs);
  return beat;
}
