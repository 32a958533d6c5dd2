import { Context } from '@temporalio/activity';
import type { SourceIdentity } from '../../lib/media/sourceIdentity';
import { withTimeLimit } from '../../lib/timeLimit';
import { isLastLook } from '../../models/preparation';
import type { Upload } from '../../models/Upload';
import { hasChanged } from '../media/hasChanged';
import { originOf } from '../media/origin';
import type { PostInHand } from './post';

/** The time for the heads of the answers of all sources of a post together. */
const lookMs = 5000;

/** A medium of a post, and what its source was when it was transferred. */
interface MediumToCompare {
  mediaUrl: string;
  source: SourceIdentity;
}

/**
 * The media that the last look compares: in the last minute each is compared once more with what was transferred
 * (contract.md §2). A source that then changes again changes with each request, or cannot be replaced: the media that were
 * transferred last go live.
 */
export async function mediaToCompare(
  { job, publisher, assignment }: PostInHand,
  uploads: readonly Upload[],
): Promise<MediumToCompare[]> {
  if (assignment.isPreparedAnew || !(await isLastLook(job))) return [];
  const mediaUrls = publisher.mediaUrls(assignment);
  return uploads.flatMap(({ item, source }) => {
    const mediaUrl = mediaUrls[item];
    return mediaUrl === undefined || source === null ? [] : [{ mediaUrl, source }];
  });
}

/** Looks at all sources at once, under one deadline. Of one that has not answered by then, what was transferred counts. */
export async function isAnyChanged({ deps, job }: PostInHand, media: readonly MediumToCompare[]): Promise<boolean> {
  const changed = await withTimeLimit(Context.current().cancellationSignal, lookMs, async (signal) =>
    Promise.all(
      media.map(async ({ mediaUrl, source }) =>
        hasChanged(deps, await originOf(deps, job.assignmentId, mediaUrl), source, signal),
      ),
    ),
  );
  return changed.includes(true);
}
