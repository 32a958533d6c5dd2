import { Context } from '@temporalio/activity';
import type { RunStep } from '../../domain/assignment/runStep';
import type { SourceIdentity } from '../../lib/media/sourceIdentity';
import { withTimeLimit } from '../../lib/timeLimit';
import { noteMediaWarnings } from '../../models/publishing/spareMedia';
import { hasChanged } from '../media/hasChanged';
import { warningsOf } from '../media/mediaWarnings';
import type { MediaWarning } from '../media/mediaWarnings';
import { originOf } from '../media/origin';
import { addPictures, missingPictures } from './extras';
import type { PublishContext } from '../run/publishContext';
import { reportStep } from '../run/report';

/**
 * The rest of the preparation, for which hosts are asked: a comparison of the sources in the last minute, and pictures. It
 * keeps no post from going live: at the scheduled time the run goes on with the prepared post.
 * @returns the step that is next: a newer version of a source is brought before this is done once more
 */
export async function askHosts(post: PublishContext): Promise<RunStep> {
  const { deps, run } = post;
  const { isAnyChanged, warnings } = await lookAtSources(post, mediaToCompare(post));
  if (isAnyChanged) return reportStep(deps, run, { is: 'outdated', generation: run.generation });
  if (warnings.length > 0) await noteMediaWarnings(run, warningsOf(post.assignment, warnings));
  await addPictures(post);
  return endPreparation(post);
}

/** Whether the preparation still needs a host that a caller has named: for media to compare, or for pictures. */
export async function asksHosts(post: PublishContext): Promise<boolean> {
  return mediaToCompare(post).length > 0 || (await missingPictures(post)).length > 0;
}

/** All is in place: the run waits for the scheduled time. */
export async function endPreparation({ deps, run, readAt: asOf }: PublishContext): Promise<RunStep> {
  return reportStep(deps, run, { is: 'prepared', generation: run.generation, asOf });
}

/** The time for the heads of the answers of all sources of a post together. */
const lookMs = 5000;

/** A medium of a post, with the identity of its source at the transfer. */
interface MediumToCompare {
  item: number;
  mediaUrl: string;
  source: SourceIdentity;
}

/**
 * The media that the last look compares: in the last minute each is compared once more with the transferred version
 * (contract.md §2). A source that then changes again changes with each request, or cannot be replaced: the media that were
 * transferred last go live.
 */
function mediaToCompare({ publisher, assignment, snapshot, readAt }: PublishContext): MediumToCompare[] {
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
 * Looks at all sources at once, under one deadline. For a source without an answer, the transferred version counts.
 * @returns whether a source serves another version, and the warnings of sources that will not serve the media again
 */
async function lookAtSources(
  { deps, run }: PublishContext,
  media: readonly MediumToCompare[],
): Promise<{ isAnyChanged: boolean; warnings: MediaWarning[] }> {
  const verdicts = await withTimeLimit(Context.current().cancellationSignal, lookMs, async (signal) =>
    Promise.all(
      media.map(async ({ item, mediaUrl, source }) => {
        const origin = await originOf(deps, run.assignmentId, mediaUrl);
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
