import { Context } from '@temporalio/activity';
import type { SourceIdentity } from '../../lib/media/sourceIdentity';
import { withTimeLimit } from '../../lib/timeLimit';
import { hasChanged } from '../media/hasChanged';
import type { MediaWarning } from '../media/mediaWarnings';
import { originOf } from '../media/origin';
import type { PostInHand } from './post';

/** The time for the heads of the answers of all sources of a post together. */
const lookMs = 5000;

/** A medium of a post, and what its source was when it was transferred. */
interface MediumToCompare {
  item: number;
  mediaUrl: string;
  source: SourceIdentity;
}

/**
 * The media that the last look compares: in the last minute each is compared once more with what was transferred
 * (contract.md §2). A source that then changes again changes with each request, or cannot be replaced: the media that were
 * transferred last go live.
 */
export function mediaToCompare({ publisher, assignment, snapshot, readAt }: PostInHand): MediumToCompare[] {
  const { dueAt, kind, media } = snapshot;
  const isLastLook = dueAt !== null && readAt >= dueAt - kind.lastLookMs;
  if (media.isSecond || !isLastLook) return [];
  const mediaUrls = publisher.mediaUrls(assignment);
  return assignment.media.flatMap(({ item, source }) => {
    const mediaUrl = mediaUrls[item];
    return mediaUrl === undefined || source === null ? [] : [{ item, mediaUrl, source }];
  });
}

/**
 * Looks at all sources at once, under one deadline. Of one that has not answered by then, what was transferred counts.
 * @returns whether one serves another version, and what is to be told of those that serve none any more
 */
export async function lookAtSources(
  { deps, job }: PostInHand,
  media: readonly MediumToCompare[],
): Promise<{ isAnyChanged: boolean; warnings: MediaWarning[] }> {
  const verdicts = await withTimeLimit(Context.current().cancellationSignal, lookMs, async (signal) =>
    Promise.all(
      media.map(async ({ item, mediaUrl, source }) => {
        const origin = await originOf(deps, job.assignmentId, mediaUrl);
        return { item, verdict: await hasChanged(deps, origin, source, signal) };
      }),
    ),
  );
  return {
    isAnyChanged: verdicts.some(({ verdict }) => verdict === true),
    warnings: verdicts.flatMap(({ item, verdict }) =>
      typeof verdict === 'boolean' ? [] : [{ item, words: verdict.words }],
    ),
  };
}
