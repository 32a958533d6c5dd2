import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { paced } from '../../domain/pace';
import type { Logger } from '../../lib/logger';
import { UploadLock } from './UploadLock';

/** The longest time that a process that died keeps a lock. */
const leaseMs = 15_000;
const renewalMs = 1000;
/** The time between two tries to get a lock that another request has. */
const againMs = 200;
/** The wait for a lock: longer than the lease of a process that died. */
const waitMsDefault = 20_000;

/** The lock of an upload session, taken until it is released. */
export interface LockedUpload {
  release: () => Promise<void>;
}

export interface LockOptions {
  logger: Logger;
  /** Another request waits for the lock, or has it by now: the work under the lock is to end soon. */
  onWanted: () => void;
  /** Ends the wait for the lock. */
  signal?: AbortSignal;
  waitMs?: number;
}

/**
 * Takes the lock of an upload session, and keeps it until it is released. The present holder is asked to let go.
 * @returns null if the lock was not free in time
 */
export async function lockUpload(
  uploadSessionId: string,
  { logger, onWanted, signal, waitMs = paced(waitMsDefault) }: LockOptions,
): Promise<LockedUpload | null> {
  const claim = { uploadSessionId, holder: randomUUID() };
  const untilMs = performance.now() + waitMs;
  while (!(await UploadLock.acquire(claim, paced(leaseMs)))) {
    if (signal?.aborted || performance.now() >= untilMs) {
      await UploadLock.noteGivenUp(uploadSessionId);
      return null;
    }
    await delay(againMs);
  }
  const renew = async (): Promise<void> => {
    if (await UploadLock.renew({ ...claim, leaseMs: paced(leaseMs) })) onWanted();
  };
  let timer: NodeJS.Timeout;
  // All locks of a process are renewed at the same moments, so that one statement renews them.
  const renewLater = (): void => {
    const periodMs = paced(renewalMs);
    timer = setTimeout(
      () => {
        renewLater();
        renew().catch((error: unknown) =>
          logger.warn({ err: error, uploadSessionId }, 'the lock of an upload session was not renewed'),
        );
      },
      periodMs - (performance.now() % periodMs),
    );
  };
  renewLater();
  return {
    release: async () => {
      clearTimeout(timer);
      await UploadLock.release(claim);
    },
  };
}
