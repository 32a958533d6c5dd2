import { Context } from '@temporalio/activity';
import { channelAccess } from '../models/channelAccess';
import type { ChannelAccess } from '../models/channelAccess';
import type { Platform } from '../platforms/Platform';
import type { ActivityDeps } from './deps';

/** Access for the activity that runs now: its cancellation, and a shutdown of the worker, end every call. */
export function activityAccess(deps: ActivityDeps, platform: Platform, connectionId: string): ChannelAccess {
  return channelAccess(deps, { platform, connectionId, signal: Context.current().cancellationSignal });
}
