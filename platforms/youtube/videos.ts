import { z } from 'zod';
import { PublishFailure } from '../../domain/failures/PublishFailure';
import type { Operation } from '../http/exchange';
import type { Details } from './details';
import { callApi, readJson, requireSuccess } from './http';
import type { ApiCall, YouTubeClient } from './http';

/**
 * The fields of a video's parts that videos.update may write; all others are read-only. An update replaces a part
 * whole. So fields that the payload does not set are read and sent back.
 */
export const WritableSnippet = z.object({
  title: z.string().default(''),
  description: z.string().default(''),
  tags: z.array(z.string()).default([]),
  categoryId: z.string().default('22'),
  defaultLanguage: z.string().optional(),
  defaultAudioLanguage: z.string().optional(),
});
export const WritableStatus = z.object({
  privacyStatus: z.string(),
  publishAt: z.string().optional(),
  license: z.string().optional(),
  embeddable: z.boolean().optional(),
  publicStatsViewable: z.boolean().optional(),
  selfDeclaredMadeForKids: z.boolean().optional(),
  containsSyntheticMedia: z.boolean().optional(),
});

export const Status = WritableStatus.extend({
  uploadStatus: z.string().optional(),
  failureReason: z.string().optional(),
  rejectionReason: z.string().optional(),
  madeForKids: z.boolean().optional(),
});
export const ProcessingDetails = z.object({
  processingStatus: z.string().optional(),
  processingFailureReason: z.string().optional(),
});

/**
 * The video with the parts that are asked for, or `undefined` if YouTube does not have it (any more).
 * @param parts the schema of each part, under its name in the API
 */
export async function findVideo<Parts extends z.ZodRawShape>(
  client: YouTubeClient,
  call: ApiCall,
  id: string,
  parts: Parts,
): Promise<z.infer<z.ZodObject<Parts>> | undefined> {
  return (await findVideos(client, call, [id], parts)).get(id);
}

/** The same for up to 50 videos at once, by their ids. */
export async function findVideos<Parts extends z.ZodRawShape>(
  client: YouTubeClient,
  call: ApiCall,
  ids: readonly string[],
  parts: Parts,
): Promise<ReadonlyMap<string, z.infer<z.ZodObject<Parts>>>> {
  const query = { part: Object.keys(parts).join(','), id: ids.join(',') };
  const answer = await callApi(client, call, { method: 'GET', resource: 'videos', query });
  const list = z.object({ items: z.array(z.intersection(VideoId, z.object(parts))).default([]) });
  return new Map(readJson(answer, list, 'a list of videos').items.map((video) => [video.id, video]));
}

const VideoId = z.object({ id: z.string() });

/** As `findVideo`; @throws PublishFailure if YouTube does not have the video */
export async function requireVideo<Parts extends z.ZodRawShape>(
  client: YouTubeClient,
  call: ApiCall,
  id: string,
  parts: Parts,
): Promise<z.infer<z.ZodObject<Parts>>> {
  const video = await findVideo(client, call, id, parts);
  if (video) return video;
  const seen = `YouTube no longer has the video ${id}; it was probably deleted on the channel.`;
  throw new PublishFailure(
    'PLATFORM_REJECTED',
    { seen, todo: 'Look at the channel, then make another assignment.' },
    { transient: false, isAbsent: true },
  );
}

interface VideoUpdate extends Details {
  readonly id: string;
  readonly snippet?: z.infer<typeof WritableSnippet>;
  readonly status: z.infer<typeof WritableStatus>;
}

/**
 * Replaces the parts that are given.
 * @returns the audience that the video has now, as YouTube answers it
 */
export async function updateVideo(
  client: YouTubeClient,
  call: ApiCall,
  operation: Operation,
  { id, ...parts }: VideoUpdate,
): Promise<string> {
  const query = { part: Object.keys(parts).join(',') };
  const json = { id, ...parts };
  const answer = await callApi(client, call, { method: 'PUT', operation, resource: 'videos', query, json });
  return readJson(answer, z.object({ status: WritableStatus }), 'the status of the video').status.privacyStatus;
}

/** Deletes the video for good. @returns whether YouTube had the video */
export async function deleteVideo(client: YouTubeClient, call: ApiCall, id: string): Promise<boolean> {
  const answer = await callApi(client, call, {
    method: 'DELETE',
    operation: 'youtube.video.delete',
    resource: 'videos',
    query: { id },
  });
  if (answer.status === 404) return false;
  requireSuccess(answer);
  return true;
}
