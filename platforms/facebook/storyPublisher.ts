import { z } from 'zod';
import type { ContentTypeCapabilities } from '../../domain/platform';
import type { Call } from '../Call';
import type { PlatformObjects, Post, PostState, Publisher, Removal } from '../Publisher';
import { finishUpload, mayBeLost, requireUpload, stateOf } from './finished';
import { gone } from './failures';
import { callGraph } from './http';
import type { FacebookClient } from './http';
import { deleteObject, findObject, Id, listRows, notFound, photoLifeMs } from './objects';
import { photoUpload } from './photos';
import { whatCameOf } from './published';
import { ruploadTo } from './rupload';
import { requireMediumOf, mediumOf } from './sessions';
import { findVideo, removeVideo } from './videos';

/**
 * Publishes a story, of a photo or of a video. It has no text, so nothing is staged. The page's list of stories shows a
 * live story with the id of its photo or video (Page Stories API).
 */
export function createStoryPublisher(client: FacebookClient, capabilities: ContentTypeCapabilities): Publisher {
  return {
    capabilities,
    mediaUrls: ({ mediaUrl }) => (mediaUrl === null ? [] : [mediaUrl]),
    upload: { kind: 'byMedia', image: photoUpload(client), video: ruploadTo(client, 'video_stories') },
    // A story may be of a photo.
    preparedLifeMs: photoLifeMs,
    stage: (call, made) =>
      isVideo(made)
        ? requireUpload(client, call, requireMediumOf(made))
        : requirePhoto(client, call, requireMediumOf(made)),
    look: (call, made) => lookAtStory(client, call, made),
    publish: (call, made) => publishStory(client, call, made),
    find: (call, id) => findStoryOfId(client, call, id),
    remove: (call, made) => removeStory(client, call, made),
  };
}

/** A video has an upload session; a photo came in one request. */
function isVideo({ items: [item] }: PlatformObjects): boolean {
  return item?.session != null;
}

const AnyId = z.union([z.string().min(1), z.number().transform(String)]);
const Story = z.object({
  post_id: AnyId.optional(),
  status: z.string().default(''),
  media_id: AnyId.optional(),
  url: z.string().optional(),
});
type Story = z.infer<typeof Story>;

/** A story is shown for a day, and then archived. The hour is for clocks that differ. */
const shownMsMin = 23 * 3_600_000;

/**
 * The page's story that shows this photo or video. The archive of a page may be long: it is read only for a medium that is
 * old enough to be in it.
 */
async function findStory(client: FacebookClient, call: Call, mediaId: string): Promise<Post | undefined> {
  const isOfMedium = ({ media_id: found }: Story): boolean => found === mediaId;
  const shown = await findListed(client, call, isOfMedium, 'PUBLISHED');
  if (shown || !(await mayBeArchived(client, call, mediaId))) return shown;
  return findListed(client, call, isOfMedium, 'ARCHIVED');
}

/** A story of the page by its id, shown or archived; null: there is none. */
async function findStoryOfId(client: FacebookClient, call: Call, id: string): Promise<Post | null> {
  const isMeant = ({ post_id: found }: Story): boolean => found === id;
  const shown = await findListed(client, call, isMeant, 'PUBLISHED');
  return shown ?? (await findListed(client, call, isMeant, 'ARCHIVED')) ?? null;
}

async function findListed(
  client: FacebookClient,
  call: Call,
  isMeant: (story: Story) => boolean,
  wanted: 'PUBLISHED' | 'ARCHIVED',
): Promise<Post | undefined> {
  const parameters = { fields: 'post_id,status,media_id,url', status: wanted, limit: '100' };
  for await (const story of listRows(client, call, { path: `${call.channelId}/stories`, parameters, row: Story })) {
    const { post_id: platformPostId, status, url } = story;
    if (platformPostId === undefined || !isMeant(story) || status.toUpperCase() !== wanted) continue;
    return { platformPostId, platformUrl: url ?? `https://www.facebook.com/${platformPostId}` };
  }
  return undefined;
}

/** Tells whether a story of the medium may be archived. It may, if the medium is gone or its time is unknown. */
async function mayBeArchived(client: FacebookClient, call: Call, mediaId: string): Promise<boolean> {
  const what = { fields: 'created_time', schema: z.object({ created_time: z.string().default('') }) };
  const madeAtMs = Date.parse((await findObject(client, call, mediaId, what))?.created_time ?? '');
  return Number.isNaN(madeAtMs) || Date.now() - madeAtMs >= shownMsMin;
}

async function lookAtStory(client: FacebookClient, call: Call, made: PlatformObjects): Promise<PostState> {
  const id = requireMediumOf(made);
  const post = await findStory(client, call, id);
  if (post) return { kind: 'live', post };
  if (!isVideo(made)) return (await findPhoto(client, call, id)) ? { kind: 'ready' } : notFound(id);
  const video = await findVideo(client, call, id);
  if (!video) return notFound(id);
  // A story that is published and not in the list yet is on its way there.
  return video.publication === 'done' ? { kind: 'goingLive', phase: 'publishing' } : stateOf(id, video);
}

async function publishStory(client: FacebookClient, call: Call, made: PlatformObjects): Promise<Post | 'accepted'> {
  const id = requireMediumOf(made);
  const look = async (): Promise<PostState> => lookAtStory(client, call, made);
  if (isVideo(made)) return finishUpload(client, call, { edge: 'video_stories', order: { video_id: id }, look });
  const answer = await callGraph(client, call, {
    method: 'POST',
    operation: 'facebook.story.publish',
    path: `${call.channelId}/photo_stories`,
    parameters: { photo_id: id },
  });
  try {
    return await whatCameOf(answer, look);
  } catch (error) {
    // The call names the photo and the page. A read of the photo tells which of the two is gone.
    if (mayBeLost(error)) await requirePhoto(client, call, id);
    throw error;
  }
}

async function findPhoto(client: FacebookClient, call: Call, id: string): Promise<z.infer<typeof Id> | undefined> {
  return findObject(client, call, id, { fields: 'id', schema: Id });
}

async function requirePhoto(client: FacebookClient, call: Call, id: string): Promise<null> {
  if (!(await findPhoto(client, call, id))) throw gone(id);
  return null;
}

async function removeStory(client: FacebookClient, call: Call, made: PlatformObjects): Promise<Removal> {
  const id = mediumOf(made);
  if (id === null) return 'gone';
  if (await findStory(client, call, id)) return 'public';
  if (isVideo(made)) return removeVideo(client, call, id, ({ publication }) => publication !== 'not begun');
  return deleteObject(client, call, id);
}
