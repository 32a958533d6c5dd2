import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { paced } from '../../domain/pace';
import type { Logger } from '../../lib/logger';
import { UploadLock } from './UploadLock';

/** A process that died keeps a lock for so long at most. */
const leaseMs = 15_000;
const renewalMs = 1000;
/** Between two tries to get a lock that somebody else has. */
const againMs = 200;
/** Longer than the lease of a process that died. */
const waitMsDefault = 20_000;

/** The lock of an upload session, taken until it is released. */
export interface LockedUpload {
  release: () => Promise<void>;
}

export interface LockOptions {
  logger: Logger;
  /** Somebody else waits for the lock, or has it by now: what is done under it is to end soon. */
  onWanted: () => void;
  /** Ends the wait for the lock. */
  signal?: AbortSignal;
  waitMs?: number;
}

/**
 * Takes the lock of an upload session, and keeps it until it is released. The holder before is asked to let go.
 * @returns null if it was not free in time
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
  // All locks of a process are renewed at the same moments, so that one statement does it.
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
