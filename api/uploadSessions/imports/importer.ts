import { setMaxListeners } from 'node:events';
import { PublishFailure } from '../../../domain/failures/PublishFailure';
import { paced } from '../../../domain/pace';
import type { Logger } from '../../../lib/logger';
import { endingWith, withTimeLimit } from '../../../lib/timeLimit';
import { lockUpload } from '../../../models/uploads/lockUpload';
import { beginImport, importsDue, putOffImport } from '../../../models/uploads/uploadImports';
import type { UploadImport } from '../../../models/uploads/uploadImports';
import { UploadSession } from '../../../models/uploads/UploadSession';
import { ApiError } from '../../http/errors';
import { bringFile } from './bringFile';
import type { ImportDeps } from './bringFile';

/** Downloads of this process at the same time. The longest due one of each workspace comes first. */
const atOnceMax = 40;
/** The time between two looks for downloads of other processes that have died, and for those that are to be tried again. */
const lookMs = 5_000;
/** The longest that one try may take. */
const tryMs = 2 * 3_600_000;
/** The waits after the tries; after the last try the download has failed. */
const delaysMs = [5_000, 30_000, 120_000, 600_000];
/** After somebody has asked for the lock: they end the session, or have taken the lock for free. */
const givenBackMs = 5_000;

/** The try ends and does not count: the process stops, or somebody wants the session. */
class GivenBack extends Error {
  override readonly name = 'GivenBack';
}

export interface Importer {
  /** Begins the downloads that are due. */
  wake: () => void;
  /** Looks for due downloads by itself from now on. */
  start: () => void;
  /** Ends the downloads of this process. Another process begins them anew. */
  stop: () => Promise<void>;
}

/**
 * Downloads files into upload sessions. The row of a session is the promise, and the lock of the session is the lease:
 * a download whose process has died is begun anew by any other one (docs/decisions/0051-imports-under-the-lock-of-their-session.md).
 */
export function createImporter(deps: ImportDeps & { logger: Logger }): Importer {
  const { logger } = deps;
  const stopping = new AbortController();
  // Each download listens once.
  setMaxListeners(atOnceMax, stopping.signal);
  const underWay = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const wake = (): void => {
    takeDue().catch((error: unknown) => logger.warn({ err: error }, 'the imports that are due were not read'));
  };
  const takeDue = async (): Promise<void> => {
    if (stopping.signal.aborted || underWay.size >= atOnceMax) return;
    for (const id of await importsDue(atOnceMax)) {
      if (stopping.signal.aborted || underWay.size >= atOnceMax || underWay.has(id)) continue;
      underWay.set(id, take(id));
    }
  };
  const take = async (id: string): Promise<void> => {
    let isTaken = false;
    try {
      isTaken = await bring(deps, id, stopping.signal);
    } catch (error) {
      logger.warn({ err: error, uploadSessionId: id }, 'an import was broken off; it is begun anew');
    } finally {
      underWay.delete(id);
    }
    // Others may have waited for the place.
    if (isTaken) wake();
  };

  return {
    wake,
    start: () => {
      timer = setInterval(wake, paced(lookMs));
      wake();
    },
    stop: async () => {
      clearInterval(timer);
      stopping.abort(new GivenBack('the process stops'));
      await Promise.all(underWay.values());
    },
  };
}

/** @returns false if another process has the download */
async function bring(deps: ImportDeps & { logger: Logger }, id: string, stopping: AbortSignal): Promise<boolean> {
  const stop = new AbortController();
  const onWanted = (): void => stop.abort(new GivenBack('another request wants the session'));
  const lock = await lockUpload(id, { logger: deps.logger, waitMs: 0, onWanted });
  if (!lock) return false;
  try {
    await endingWith(stopping, stop, async () => {
      const session = await beginImport(id);
      if (session) await tryOnce(deps, session, stop.signal);
    });
    return true;
  } finally {
    await lock.release();
  }
}

async function tryOnce(
  deps: ImportDeps & { logger: Logger },
  session: UploadImport,
  signal: AbortSignal,
): Promise<void> {
  try {
    signal.throwIfAborted();
    await withTimeLimit(signal, paced(tryMs), async (limited) => bringFile(deps, session, limited), tooLate);
  } catch (error) {
    await settle(deps, session, error);
  }
}

/** Leaves the download to another try, or ends its session with the reason and without its bytes. */
async function settle(
  { mediaStore, logger }: ImportDeps & { logger: Logger },
  session: UploadImport,
  error: unknown,
): Promise<void> {
  const { id: uploadSessionId, tries } = session;
  if (error instanceof GivenBack) return putOffImport(session, tries - 1, paced(givenBackMs));
  // The session has ended, with its reason.
  if (error instanceof ApiError) return;
  const failure = error instanceof PublishFailure ? error : ownFault(error);
  const { code, message, transient } = failure;
  const delayMs = delaysMs[tries - 1];
  logger.info({ uploadSessionId, code, tries, ...(failure !== error && { err: error }) }, 'a file was not imported');
  if (transient && delayMs !== undefined) return putOffImport(session, tries, paced(delayMs));
  await UploadSession.refuse(session, { code, message });
  await mediaStore.remove(uploadSessionId);
  await UploadSession.noteRemoved(session);
}

function ownFault(cause: unknown): PublishFailure {
  const words = { seen: 'The file could not be stored.', todo: 'Import it again later.' };
  return new PublishFailure('INTERNAL', words, { transient: true, cause });
}

function tooLate(): PublishFailure {
  const words = { seen: 'The file was not there after two hours.', todo: 'Use a host that sends it faster.' };
  return new PublishFailure('MEDIA_DOWNLOAD_FAILED', words, { transient: false });
}
