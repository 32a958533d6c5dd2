import { Context } from '@temporalio/activity';
import { channelAccess } from '../channels/channelAccess';
import type { ChannelAccess } from '../channels/channelAccess';
import { RunChannel } from '../models/assignments/runSubjects';
import type { Platform } from '../platforms/Platform';
import type { ActivityDeps } from './deps';

/**
 * Access for the activity that runs now.
 * @param signal ends every call; the cancellation of the activity, and a shutdown of the worker, if left out
 */
export function activityAccess(
  deps: ActivityDeps,
  platform: Platform,
  connectionId: string,
  signal = Context.current().cancellationSignal,
): ChannelAccess {
  return channelAccess(deps, { platform, channel: new RunChannel(connectionId), signal });
}
