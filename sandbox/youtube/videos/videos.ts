import { rm } from 'node:fs/promises';
import type { Request, Response } from 'express';
import { readText } from '../../http/exchange';
import { listParameter } from '../../http/query';
import { authorize, authorizeAccount } from '../accounts/authorize';
import type { YoutubeContext } from '../context';
import { refuse } from '../errors';
import { assertMetadata, completeMetadata } from './metadata';
import { missingParameter, readFilter, readParts, videoParts } from '../parts';
import { presentVideo, videoEtag } from '../present';
import { dropVideo, putVideo } from './putVideo';
import { spendUnits } from '../quota';
import type { Channel, Video } from '../records';
import { sendList, sendResource, viewerOf } from '../send';
import { privacyAt } from '../videoStatus';
import { readWrittenVideo } from './writtenVideo';
import type { WrittenVideo } from './writtenVideo';

const ownerParts = ['fileDetails', 'processingDetails', 'suggestions'];
const bodyLimitBytes = 1024 * 1024;
const idsMax = 50;

/** videos.list by id, on one page: 1 unit. An unknown video, or another's private video, is missing from the answer. */
export function listVideos(context: YoutubeContext, req: Request, res: Response): void {
  const own = authorizeAccount(context, req, 'list', () => spendUnits(context, 1));
  const parts = readParts(req, videoParts);
  const filter = readFilter(req, ['chart', 'id', 'myRating']);
  const ids = filter === 'id' ? listParameter(req, 'id') : [];
  if (ids.length > idsMax)
    throw refuse('unexpectedParameter', { location: 'id', reason: 'invalidFilters', message: 'Too many ids' });
  const videos = ids
    .map((id) => context.store.videos.get(id))
    .filter((video) => video !== undefined)
    .filter((video) => video.channelId === own?.id || privacyAt(video, context.clock()).privacyStatus !== 'private');
  const isAnothers = videos.some(({ channelId }) => channelId !== own?.id);
  if (isAnothers && parts.some((part) => ownerParts.includes(part))) throw refuse('forbidden');
  const viewer = viewerOf(req, 'list');
  const items = videos.map((video) => presentVideo(context, video, parts, viewer));
  const info = { totalResults: items.length, resultsPerPage: items.length };
  sendList(req, res, 'youtube#videoListResponse', items, info);
}

/** videos.update: 50 units. Each named part is replaced whole: fields left out are gone (reference §2.4). */
export async function updateVideo(context: YoutubeContext, req: Request, res: Response): Promise<void> {
  const channel = authorize(context, req, 'update', () => spendUnits(context, 50));
  const parts = readParts(req, videoParts);
  const written = readWrittenVideo(await readText(req, bodyLimitBytes), parts);
  const video = findOwnVideo(context, channel, written.id, 'body.id');
  assertUnchanged(context, req, video);
  assertMetadata(written);
  if (written.snippet && written.snippet.categoryId === undefined) throw refuse('invalidCategoryId');
  const updated = replaceParts(video, written, context.clock());
  putVideo(context, req, updated);
  sendResource(req, res, presentVideo(context, updated, parts, viewerOf(req, 'update')));
}

/** videos.delete: 50 units, 204. */
export async function deleteVideo(context: YoutubeContext, req: Request, res: Response): Promise<void> {
  const channel = authorize(context, req, 'delete', () => spendUnits(context, 50));
  const [id] = listParameter(req, 'id');
  if (id === undefined) throw missingParameter('id');
  const video = findOwnVideo(context, channel, id, 'id');
  assertUnchanged(context, req, video);
  dropVideo(context, req, video);
  await rm(context.store.mediaFile(video.id), { force: true });
  res.status(204).set('ETag', '"deleted"').end();
}

function findOwnVideo(context: YoutubeContext, channel: Channel, id: string | undefined, location: string): Video {
  const video = context.store.videos.get(id ?? '');
  if (!video) throw refuse('videoNotFound', { location });
  if (video.channelId !== channel.id) throw refuse('forbidden', { location });
  return video;
}

/**
 * If-Match: a call that changes or deletes fails unless it names the video's latest ETag (guide `getting-started`,
 * "ETags"). Throws 412 conditionNotMet.
 */
function assertUnchanged(context: YoutubeContext, req: Request, video: Video): void {
  const wanted = req.get('if-match')?.split(',').map(bareEtag);
  if (wanted === undefined || wanted.includes('*') || wanted.includes(bareEtag(videoEtag(context, video)))) return;
  throw refuse('conditionNotMet');
}

/** Without the quotation marks, which clients that take it from a body may leave out. */
const bareEtag = (etag: string) => etag.trim().replace(/^"|"$/g, '');

/** Throws 400 invalidPublishAt when a video that has been public is given a publishAt. */
function replaceParts(video: Video, written: WrittenVideo, nowMs: number): Video {
  const current =
    privacyAt(video, nowMs).privacyStatus === 'public' ? (video.publicSinceMs ?? nowMs) : video.publicSinceMs;
  if (written.status?.publishAt !== undefined && current !== null) throw refuse('invalidPublishAt');
  const complete = completeMetadata(written);
  const status = written.status ? complete.status : video.status;
  return {
    ...video,
    snippet: written.snippet ? complete.snippet : video.snippet,
    status,
    recordingDetails: written.recordingDetails ? complete.recordingDetails : video.recordingDetails,
    paidProductPlacementDetails: written.paidProductPlacementDetails
      ? complete.paidProductPlacementDetails
      : video.paidProductPlacementDetails,
    publicSinceMs: current ?? (status.privacyStatus === 'public' ? nowMs : null),
  };
}
