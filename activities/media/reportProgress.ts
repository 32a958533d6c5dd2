import type { AssignmentRun } from '../../domain/workflowContract';
import { Upload } from '../../models/assignments/Upload';
import type { ActivityDeps } from '../deps';
import type { Heartbeat } from '../heartbeat';
import { TryEnded } from '../run/try';

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
  { run, item }: { run: AssignmentRun; item: number },
  { heartbeat, position, abort }: ProgressSource,
): { stop: (isWhole: boolean) => Promise<void> } {
  const { platform } = run;
  let reported = position();
  let storing: Promise<void> = Promise.resolve();

  async function store(): Promise<void> {
    if (!(await Upload.storeProgress({ ...run, item }, count()))) abort(new TryEnded());
  }

  function show(): void {
    heartbeat.details = { phase: 'uploading', item, bytes: position() };
  }

  function report(): void {
    show();
    storing = storing.then(store).catch((error: unknown) => {
      logger.warn({ err: error, ...run }, 'progress was not stored');
    });
  }

  function count(): number {
    const bytes = position();
    metrics.uploadBytes.inc({ platform }, bytes - reported);
    reported = bytes;
    return bytes;
  }

  metrics.uploadsInFlight.inc({ platform });
  show();
  const timer = setInterval(report, reportMs);
  return {
    async stop(isWhole) {
      clearInterval(timer);
      // Of a medium that has arrived whole, the object that is stored next tells more.
      if (isWhole) count();
      else report();
      await storing;
      metrics.uploadsInFlight.dec({ platform });
    },
  };
}
