import { Context } from '@temporalio/activity';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import { isOtherVersion } from '../../lib/media/sourceIdentity';
import type { SourceIdentity } from '../../lib/media/sourceIdentity';
import type { ActivityDeps } from '../deps';
import type { MediaOrigin } from '../source/MediaOrigin';

/**
 * Tells whether an origin serves another version than before, as far as its validators tell (contract.md §2). A source that
 * does not answer until `signal` ends has not changed: the media that were transferred go live.
 * @returns the words of a source that will not serve the media again
 */
export async function hasChanged(
  { logger }: Pick<ActivityDeps, 'logger'>,
  origin: MediaOrigin,
  known: SourceIdentity,
  signal: AbortSignal,
): Promise<boolean | { words: string }> {
  try {
    return isOtherVersion(await origin.look(signal), known);
  } catch (error) {
    Context.current().cancellationSignal.throwIfAborted();
    logger.info({ err: error }, 'a source cannot be looked at once more; the media that were transferred count');
    return error instanceof PublishFailure && !error.transient && { words: error.message };
  }
}
