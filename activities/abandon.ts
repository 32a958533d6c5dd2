import type { PublishJob } from '../domain/workflowContract';
import { withTimeLimit } from '../lib/timeLimit';
import { channelAccess } from '../models/channelAccess';
import { RunChannel } from '../models/ofRuns';
import type { Platform } from '../platforms/Platform';
import type { Made, Publisher, Removal } from '../platforms/Publisher';
import type { ActivityDeps } from './deps';

/** Longest wait for the removal. */
const abandonMs = 3000;

interface Finder {
  deps: ActivityDeps;
  job: PublishJob;
  platform: Platform;
  publisher: Publisher;
  assignment: { connectionId: string };
}

/**
 * Removes at once what nobody sees and no job goes on with. The try's own signal may have ended already. Never throws: an
 * object that is noted in a row is removed by a clean-up later; any other one stays, and is logged.
 * @returns whether it is gone
 */
export async function abandon(
  { deps, job, platform, publisher, assignment: { connectionId } }: Finder,
  made: Made,
): Promise<boolean> {
  const remove = async (signal: AbortSignal): Promise<Removal> =>
    channelAccess(deps, { platform, channel: new RunChannel(connectionId), signal }).call(async (call) =>
      publisher.remove(call, made),
    );
  try {
    return (await withTimeLimit(new AbortController().signal, abandonMs, remove)) === 'gone';
  } catch (error) {
    deps.logger.warn({ err: error, ...job }, 'what no job goes on with was not removed at once');
    return false;
  }
}
