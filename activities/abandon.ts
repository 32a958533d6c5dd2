import type { PublishJob } from '../domain/workflowContract';
import { withTimeLimit } from '../lib/timeLimit';
import { channelAccess } from '../models/channelAccess';
import { RunChannel } from '../models/ofRuns';
import type { Platform } from '../platforms/Platform';
import type { Made, Publisher } from '../platforms/Publisher';
import type { ActivityDeps } from './deps';

/** Longest wait for the end of what nobody will use. */
const abandonMs = 3000;

interface Finder {
  deps: ActivityDeps;
  job: PublishJob;
  platform: Platform;
  publisher: Publisher;
  assignment: { connectionId: string };
}

/**
 * Removes what came too late for its job: nobody knows of it but this try, and nobody sees it. The try's own signal may
 * have ended already. Never throws: a post that cannot be removed now stays, and is logged.
 */
export async function abandon(
  { deps, job, platform, publisher, assignment: { connectionId } }: Finder,
  made: Made,
): Promise<void> {
  const remove = async (signal: AbortSignal): Promise<unknown> =>
    channelAccess(deps, { platform, channel: new RunChannel(connectionId), signal }).call(async (call) =>
      publisher.remove(call, made),
    );
  await withTimeLimit(new AbortController().signal, abandonMs, remove).catch((error: unknown) =>
    deps.logger.warn({ err: error, ...job }, 'what came too late for a job was not removed'),
  );
}
