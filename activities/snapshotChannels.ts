import { Context } from '@temporalio/activity';
import type { PlatformSlug } from '../domain/platform';
import { PublishFailure } from '../domain/failures/PublishFailure';
import { ChannelSnapshot } from '../models/statistics/ChannelSnapshot';
import type { ChannelCounters } from '../models/statistics/ChannelSnapshot';
import { channelsToCount } from '../models/statistics/snapshotsDue';
import type { ChannelToCount } from '../models/statistics/snapshotsDue';
import { platformFor } from '../platforms/index';
import type { ManyChannels, Platform } from '../platforms/Platform';
import { activityAccess } from './channelAccess';
import type { ActivityDeps } from './deps';
import { startHeartbeat } from './heartbeat';

const batchSize = 200;
/** Few enough that a platform does not take it for an attack. */
const callsAtOnce = 8;

/** `failed`: the channel has no snapshot of this day yet, and the next run tries again. */
export interface SnapshotCounts {
  noted: number;
  failed: number;
}

/** The daily counters of channels. */
export function createSnapshotActivities(deps: ActivityDeps) {
  return {
    /**
     * Notes the counters of this platform's channels that lack them for today. Where the platform tells of many
     * channels in one call, the channels of a workspace share calls. A call that fails does not touch the others.
     */
    async noteCounters(slug: PlatformSlug): Promise<SnapshotCounts> {
      const platform = platformFor(deps.platforms, slug);
      const heartbeat = startHeartbeat();
      const counts: SnapshotCounts = { noted: 0, failed: 0 };
      try {
        for (let last: ChannelToCount | null = null; ;) {
          const channels = await channelsToCount(slug, last, batchSize);
          const noted = await noteBatch(deps, platform, channels);
          counts.noted += noted;
          counts.failed += channels.length - noted;
          last = channels.at(-1) ?? null;
          if (channels.length < batchSize) break;
        }
      } finally {
        heartbeat.stop();
      }
      deps.logger.info({ platform: slug, ...counts }, 'the counters of channels were noted');
      return counts;
    },
  };
}

/** @returns of how many channels the counters are known */
async function noteBatch(deps: ActivityDeps, platform: Platform, channels: readonly ChannelToCount[]): Promise<number> {
  const groups = groupsOf(channels, platform.stats.channels?.atOnceMax ?? 1);
  let noted = 0;
  for (let index = 0; index < groups.length; index += callsAtOnce) {
    await deps.dueGate.standBack();
    const chunk = groups.slice(index, index + callsAtOnce);
    const counters = (await Promise.all(chunk.map(async (group) => countersOf(deps, platform, group)))).flat();
    await ChannelSnapshot.note(counters);
    noted += counters.length;
  }
  return noted;
}

/** Channels that are asked for in one call: of one workspace, since one of its tokens asks. */
function groupsOf(channels: readonly ChannelToCount[], sizeMax: number): ChannelToCount[][] {
  const groups: ChannelToCount[][] = [];
  for (const channel of channels) {
    const group = groups.at(-1);
    if (group && group.length < sizeMax && group[0]?.workspaceId === channel.workspaceId) group.push(channel);
    else groups.push([channel]);
  }
  return groups;
}

/** @throws CancelledFailure alone; a channel that cannot be asked has no counters */
async function countersOf(
  deps: ActivityDeps,
  platform: Platform,
  group: readonly ChannelToCount[],
): Promise<ChannelCounters[]> {
  const { cancellationSignal: signal, cancelled } = Context.current();
  for (const speaker of group) {
    try {
      return await askAs(deps, platform, speaker, group);
    } catch (error) {
      if (signal.aborted) return cancelled;
      const context = { err: error, connectionId: speaker.id, platform: platform.slug };
      deps.logger.warn(context, 'the counters of a channel could not be read; the next run tries again');
      // Another channel's token may be good where this token is refused.
      if (!(error instanceof PublishFailure) || error.transient) return [];
    }
  }
  return [];
}

async function askAs(
  deps: ActivityDeps,
  platform: Platform,
  speaker: ChannelToCount,
  group: readonly ChannelToCount[],
): Promise<ChannelCounters[]> {
  const access = activityAccess(deps, platform, speaker.id);
  const many: ManyChannels | undefined = platform.stats.channels;
  if (!many)
    return [{ connectionId: speaker.id, ...(await access.call(async (call) => platform.stats.channel(call))) }];
  const ids = [...new Set(group.map(({ externalPlatformId }) => externalPlatformId))];
  const found = await access.call(async (call) => many.read(call, ids));
  return group.flatMap(({ id, externalPlatformId }) => {
    const stats = found.get(externalPlatformId);
    return stats ? [{ connectionId: id, ...stats }] : [];
  });
}
