import { createDatabaseActivities, createHostActivities, createPlatformActivities } from '../../../activities';
import type { ActivityDeps } from '../../../activities';
import type { Payload } from '../../../domain/payload/payload';
import type { AssignmentRun } from '../../../domain/workflowContract';
import { presentAssignment } from '../../../api/assignments/present';
import { assignmentDetail } from '../../../models/assignments/reads/assignmentDetail';
import { Tenant } from '../../../models/database/Tenant';
import { reportStep } from '../../../activities/run/report';
import { platformsAt, platformsOfKinds } from '../../kinds';
import { youtubeVideo } from '../../kinds/youtubeVideo';
import { makePng } from '../../support/media/mediaFiles';
import { usePublishing } from '../../support/runs/publishing';
import type { Channel, CreatedRun } from '../../support/runs/publishing';
import type { Json } from '../../support/servers/sandbox';
import { use } from '../../support/use';
import { bring } from './bring';
import { environment } from '../environment';
import { triedBy } from './tried';

export const thumbnails = { method: 'POST', path: '/upload/youtube/v3/thumbnails' };
export const playlistItems = { method: 'POST', path: '/youtube/v3/playlistItems' };
export const png = makePng(1280, 720);

/** Without workers: the tests run the steps themselves. They do not wait for a late effect of a lost call. */
export const publishing = usePublishing({ workers: false, platforms: { open: platformsOfKinds, at: platformsAt } });
const rows = use(async () => createDatabaseActivities(publishing.deps));

export const makePlaylist = async ({ accessToken }: Channel) =>
  youtubeVideo.extras!.makePlace(publishing.sandbox.url, accessToken);

/** An assignment whose media are on the platform. With a time it is to be prepared, without a time to go live. */
export async function broughtAssignment(
  extras: Payload,
  channel?: Channel,
  scheduledAt: Date | null = null,
): Promise<CreatedRun> {
  const payload = { title: 'With extras', privacy: 'public', tags: [], madeForKids: false, ...extras };
  const times = scheduledAt ? { scheduledAt, prepareAheadSeconds: 7200 } : {};
  const assignment = await publishing.create(channel ?? (await publishing.connect()), { payload, ...times });
  await rows.begin(assignment);
  await bring(publishing.deps, assignment);
  await reportStep(publishing.deps, assignment, { is: 'uploaded', generation: assignment.generation });
  return assignment;
}
export const preparedAssignment = async (extras: Payload, channel?: Channel) =>
  broughtAssignment(extras, channel, new Date(Date.now() + 3_600_000));

/** The steps as a run makes them: the questions to hosts follow a preparation, and `published` follows going live. */
function stepsWith(deps: ActivityDeps) {
  const platform = createPlatformActivities(deps);
  const hosts = createHostActivities(deps);
  return {
    prepare: async (assignment: AssignmentRun) => {
      const step = await platform.prepare(assignment);
      return step.do === 'askHosts' ? hosts.askHosts(assignment) : step;
    },
    publish: async (assignment: AssignmentRun) => platform.publish(assignment, false),
    settle: platform.settle,
    complete: hosts.complete,
  };
}

/** One try of a step. @returns the type of its failure, or of the end of its assignment without a post */
export async function tried(
  step: keyof ReturnType<typeof stepsWith>,
  assignment: CreatedRun,
  deps: Partial<ActivityDeps> = {},
): Promise<string | undefined> {
  const { channel: _channel, outboxId: _outboxId, ...ids } = assignment;
  const steps = stepsWith({ ...publishing.deps, ...deps });
  const done = { do: 'end', as: 'published', debts: [], error: null } as const;
  const { type, nonRetryable } = await triedBy(environment().run(async () => (await steps[step](ids)) ?? done));
  return nonRetryable && !['superseded', 'cancelled'].includes(type) ? undefined : type;
}

export async function videoOf({ channel }: CreatedRun): Promise<Json> {
  const { videos } = await publishing.sandbox.stateOf('youtube');
  return videos.find(({ channelId }: Json) => channelId === channel.channelId);
}

export async function itemsIn(playlistId: string): Promise<string[]> {
  const { playlists } = await publishing.sandbox.stateOf('youtube');
  return playlists.find(({ id }: Json) => id === playlistId).items.map(({ videoId }: Json) => videoId);
}

export async function warningsOf(of: CreatedRun): Promise<object> {
  return (await detailOf(of)).warnings;
}

export async function extrasOf(of: CreatedRun): Promise<object> {
  return (await detailOf(of)).extras;
}

async function detailOf({ assignmentId, channel: { workspaceId } }: CreatedRun) {
  const detail = (await assignmentDetail(new Tenant(workspaceId, null), assignmentId))!;
  return presentAssignment({ ...detail, thumbnailUrl: null });
}

/** The rest of a try for an extra, whose time does not matter. */
export const oneTry = { item: '', wish: '""', settleSeconds: 0, openSeconds: 0 };

export const lastSeq = async () => (await publishing.callsSince(0)).at(-1)!.seq;
export const changesSince = async (seq: number) =>
  (await publishing.callsSince(seq)).filter(({ method }) => method !== 'GET').map(({ path }) => path);
