import { Context } from '@temporalio/activity';
import { channelAccess } from '../channels/channelAccess';
import type { ChannelAccess } from '../channels/channelAccess';
import type { spendingOf } from '../channels/spendQuota';
import { RunChannel } from '../models/assignments/runSubjects';
import type { Platform } from '../platforms/Platform';
import type { ActivityDeps } from './deps';

/**
 * Access for the activity that runs now.
 * @param signal ends every call; the cancellation of the activity, and a shutdown of the worker, if left out
 * @param spends how the calls take from the daily quota, as `channelAccess` has it
 */
export function activityAccess(
  deps: ActivityDeps,
  platform: Platform,
  connectionId: string,
  signal = Context.current().cancellationSignal,
  spends?: typeof spendingOf,
): ChannelAccess {
  return channelAccess(deps, { platform, channel: new RunChannel(connectionId), signal, ...(spends && { spends }) });
}
