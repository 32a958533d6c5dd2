import type { PublishJob } from '../../domain/workflowContract';
import { Upload } from '../../models/Upload';
import type { ActivityDeps } from '../deps';
import { jobHasMovedOn } from '../failures';
import type { Heartbeat } from '../failures';

const reportMs = 1000;

interface ProgressSource {
  heartbeat: Heartbeat;
  /** Bytes of the whole media handed over so far. */
  position: () => number;
  /** Ends the transfer with this reason. */
  abort: (reason: unknown) => void;
}

/**
 * Shows how far a transfer is while it runs: to operators (heartbeat) and to callers (`progress` of the assignment). A
 * row that has ended, or belongs to another generation by now, ends the transfer within a second, also while no byte
 * moves and Temporal cannot be reached.
 */
export function reportProgress(
  { logger, metrics }: ActivityDeps,
  { job, item }: { job: PublishJob; item: number },
  { heartbeat, position, abort }: ProgressSource,
): { stop: () => Promise<void> } {
  const { platform } = job;
  let reported = position();
  let storing: Promise<void> = Promise.resolve();

  async function store(): Promise<void> {
    const bytes = position();
    metrics.uploadBytes.inc({ platform }, bytes - reported);
    reported = bytes;
    if (!(await Upload.storeProgress({ ...job, item }, bytes))) abort(jobHasMovedOn());
  }

  function report(): void {
    heartbeat.details = { phase: 'uploading', item, bytes: position() };
    storing = storing.then(store).catch((error: unknown) => {
      logger.warn({ err: error, ...job }, 'progress was not stored');
    });
  }

  metrics.uploadsInFlight.inc({ platform });
  report();
  const timer = setInterval(report, reportMs);
  return {
    async stop() {
      clearInterval(timer);
      report();
      await storing;
      metrics.uploadsInFlight.dec({ platform });
    },
  };
}
