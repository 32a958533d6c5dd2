import { Context } from '@temporalio/activity';
import { channelAccess } from '../models/channelAccess';
import type { ChannelAccess } from '../models/channelAccess';
import { RunChannel } from '../models/ofRuns';
import type { Platform } from '../platforms/Platform';
import type { ActivityDeps } from './deps';

/** Access for the activity that runs now: its cancellation, and a shutdown of the worker, end every call. */
export function activityAccess(deps: ActivityDeps, platform: Platform, connectionId: string): ChannelAccess {
  const channel = new RunChannel(connectionId);
  return channelAccess(deps, { platform, channel, signal: Context.current().cancellationSignal });
}
