import { Context } from '@temporalio/activity';
import { expireUploads, forgetUploads, uploadsToRemove } from '../models/uploads/uploadExpiry';
import { lockUpload } from '../models/uploads/lockUpload';
import { UploadSession } from '../models/uploads/UploadSession';
import type { EndedUpload } from '../models/uploads/UploadSession';
import type { ActivityDeps } from './deps';
import { inBatches } from './inBatches';

const batchSize = 100;
/** A request that writes into an expired session may take this long to let go of it. */
const waitMs = 5000;
/** An id before all others. */
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Ends upload sessions whose time is over, and removes the files of ended sessions. A file that cannot be removed
 * now is left for the next time. Safe to run twice at the same time.
 */
export async function removeUploads(
  deps: Pick<ActivityDeps, 'mediaStore' | 'logger' | 'dueGate'>,
): Promise<{ expired: number; removed: number; left: number }> {
  const { sequelize } = UploadSession;
  if (!sequelize) throw new Error('UploadSession is not bound to a database');
  const expired = await inBatches(deps.dueGate, batchSize, async (limit) => expireUploads(sequelize, limit));
  const counts = { expired, removed: 0, left: 0 };
  let after = firstId;
  await inBatches(deps.dueGate, batchSize, async (limit) => {
    const ended = await uploadsToRemove(after, limit);
    for (const upload of ended) {
      if (await removeFile(deps, upload)) counts.removed += 1;
      else counts.left += 1;
      Context.current().heartbeat(counts);
    }
    after = ended.at(-1)?.id ?? after;
    return ended.length;
  });
  await inBatches(deps.dueGate, batchSize, forgetUploads);
  return counts;
}

/** @returns false if the removal has to be tried again */
async function removeFile({ mediaStore, logger }: Pick<ActivityDeps, 'mediaStore' | 'logger'>, upload: EndedUpload) {
  const { id } = upload;
  const lock = await lockUpload(id, { logger, waitMs, onWanted: () => undefined });
  if (!lock) return false;
  try {
    await mediaStore.remove(id);
    await UploadSession.noteRemoved(upload);
    return true;
  } catch (error) {
    logger.warn({ err: error, uploadSessionId: id }, 'the file of an upload session was not removed');
    return false;
  } finally {
    await lock.release();
  }
}
