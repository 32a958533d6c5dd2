import { z } from 'zod';
import type { Payload } from '../../domain/payload/payload';
import type { ContentType } from '../../domain/assignment';
import type { ContentTypeCapabilities } from '../../domain/platform';
import { beforeTheCall } from '../../domain/failures/PublishFailure';
import type { Call } from '../Call';
import type { PlatformObjects, Post, Publisher, Removal } from '../Publisher';
import { readPayload } from './capabilities';
import type { VideoPayload } from './capabilities';
import { makeEqual, requireAudience, withAudience } from './edit';
import { createExtras } from './extras/extras';
import type { YouTubeClient } from './http';
import { lookAt } from './look';
import type { FindVideoState } from './look';
import { changeUnits, lookCost, paidAhead, readUnits } from './quota';
import { takeVideoDown } from './takeDown';
import { askSession, cancelSession, createUpload } from './upload';
import { deleteVideo, findVideo, requireVideo, updateVideo, WritableStatus } from './videos';

/**
 * Publishes a YouTube video: it is uploaded private, with its payload, and `publish` gives it its audience. A Short is
 * a video with another form of address.
 */
export function createPublisher(
  client: YouTubeClient,
  findSeen: FindVideoState,
  capabilities: ContentTypeCapabilities,
): Publisher {
  const { slug: type } = capabilities;
  return {
    capabilities,
    mediaUrls: ({ mediaUrl }) => (mediaUrl === null ? [] : [mediaUrl]),
    upload: createUpload(client),
    preparedLifeMs: null,
    stage: async (call, made, payload) => {
      await makeEqual(client, call, 'youtube.video.stage', videoOf(made), readPayload(payload), (status) => status);
      return null;
    },
    lookCost,
    look: async (call, made, payload) => {
      const id = videoOf(made);
      return lookAt(findSeen, call, id, readPayload(payload), postOf(type, id));
    },
    publish: async (call, made, payload) => {
      const id = videoOf(made);
      await giveAudience(client, call, id, payload);
      return postOf(type, id);
    },
    update: async (call, platformPostId, payload) => {
      const next = readPayload(payload);
      await makeEqual(client, call, 'youtube.video.update', platformPostId, next, (status) =>
        withAudience(status, next.privacy),
      );
    },
    takeDown: (call, id, mode) => takeVideoDown(client, call, id, mode),
    find: async (call, id, payload) =>
      (await isOnChannel(client, call, id, readPayload(payload))) ? postOf(type, id) : null,
    extras: createExtras(client, videoOf),
    remove: (call, { items: [item] }) => removeVideo(client, call, item?.session ?? null, item?.objectId ?? null),
  };
}

const OwnedVideo = {
  snippet: z.object({ channelId: z.string() }),
  status: WritableStatus.extend({ uploadStatus: z.string() }),
};

/** Tells whether the channel has the video, and people see it as far as the payload lets them. */
async function isOnChannel(client: YouTubeClient, call: Call, id: string, { privacy }: VideoPayload): Promise<boolean> {
  if (!/^[\w-]{1,64}$/.test(id)) return false;
  const video = await findVideo(client, call, id, OwnedVideo);
  if (!video || !['uploaded', 'processed'].includes(video.status.uploadStatus)) return false;
  const isSeen = video.status.privacyStatus !== 'private' || privacy === 'private';
  return video.snippet.channelId === call.channelId && isSeen;
}

/** @throws Error where nothing was uploaded, which no assignment can cause */
function videoOf({ items: [item] }: PlatformObjects): string {
  if (!item?.objectId) throw new Error('a post without its video');
  return item.objectId;
}

function postOf(type: ContentType, platformPostId: string): Post {
  const path = type === 'short' ? `shorts/${platformPostId}` : `watch?v=${platformPostId}`;
  return { platformPostId, platformUrl: `https://www.youtube.com/${path}` };
}

/**
 * One read, and one update only where the audience differs. The audience mostly differs, so both are paid for at once;
 * a video that stays private is only read. A date of publication set on the channel gives way to ours.
 */
async function giveAudience(client: YouTubeClient, given: Call, id: string, payload: Payload): Promise<void> {
  const { privacy } = readPayload(payload);
  const call = await paidAhead(given, 'units', readUnits + (privacy === 'private' ? 0 : changeUnits));
  const { status } = await beforeTheCall(async () => requireVideo(client, call, id, { status: WritableStatus }));
  if (status.privacyStatus === privacy) return;
  const answered = await updateVideo(client, call, 'youtube.video.publish', {
    id,
    status: withAudience(status, privacy),
  });
  requireAudience(call, answered, privacy);
}

/**
 * Removes a private video. Its session is asked first: a session whose last byte has arrived has made a video, whose id
 * may never have reached us. A video that is public or unlisted stays.
 */
async function removeVideo(
  client: YouTubeClient,
  call: Call,
  session: string | null,
  objectId: string | null,
): Promise<Removal> {
  const id = objectId ?? (session && (await endSession(client, call, session)));
  if (id === null) return 'gone';
  const video = await findVideo(client, call, id, { status: WritableStatus });
  if (!video) return 'unknown';
  if (video.status.privacyStatus !== 'private') return 'public';
  await deleteVideo(client, call, id);
  return 'gone';
}

async function endSession(client: YouTubeClient, call: Call, session: string): Promise<string | null> {
  const target = { client, call, session };
  const state = await askSession(target, null);
  if (state.kind === 'complete') return state.objectId;
  return state.kind === 'open' ? cancelSession(target) : null;
}
