import { z } from 'zod';
import type { Call } from '../Call';
import type { PostState, Removal } from '../Publisher';
import { quote } from '../http/quote';
import type { FacebookClient, GraphCall } from './http';
import { gone } from './failures';
import { changeObject, deleteForGood, findObject } from './objects';

const Fault = z.object({ message: z.string().default('') });

/** Documents and recorded answers differ in the words for an end, and in the form of errors. */
const Phase = z.object({
  status: z.string().default('not_started'),
  error: Fault.optional(),
  errors: z.array(Fault).optional(),
});
type Phase = z.infer<typeof Phase>;

/** The `status` of a video (Graph API reference, Video Status). The documentation itself misspells the count. */
const Status = z.object({
  video_status: z.string().default(''),
  uploading_phase: Phase.extend({
    bytes_transferred: z.coerce.number().optional(),
    bytes_transfered: z.coerce.number().optional(),
  }).optional(),
  processing_phase: Phase.optional(),
  publishing_phase: Phase.extend({ publish_status: z.string().default('') }).optional(),
  copyright_check_status: Phase.optional(),
});
type Status = z.infer<typeof Status>;

/** A video as Facebook has it. */
export interface Video {
  /** The video is of no use; Facebook's words, empty where it gives no reason. Null while nothing is wrong. */
  readonly fault: string | null;
  readonly upload: 'open' | 'complete' | 'expired';
  readonly uploadedBytes: number;
  readonly processing: 'not begun' | 'under way' | 'done';
  /** The state of the publishing phase. */
  readonly publication: 'not begun' | 'under way' | 'done';
  /** The field `published`, which feed videos have. */
  readonly isPublished: boolean;
  readonly title: string;
  readonly description: string;
  /** The address of the reel that Facebook has made of the video; null: it is no reel. */
  readonly reelUrl: string | null;
}

const VideoNode = z.object({
  status: Status.default({ video_status: '' }),
  published: z.boolean().default(false),
  title: z.string().default(''),
  description: z.string().default(''),
  permalink_url: z.string().default(''),
});
const videoNode = { fields: 'id,status,published,title,description,permalink_url', schema: VideoNode };

/** The permalink of a video is a path, in some answers an address. */
function reelUrlOf(permalink: string): string | null {
  const [, path] = /^(?:https:\/\/www\.facebook\.com)?(\/reel\/\d+\/?)$/.exec(permalink) ?? [];
  return path === undefined ? null : `https://www.facebook.com${path}`;
}

/** The video, or `undefined` if Facebook does not have it (any more). */
export async function findVideo(client: FacebookClient, call: GraphCall, id: string): Promise<Video | undefined> {
  const found = await findObject(client, call, id, videoNode);
  if (!found) return undefined;
  const { status, published: isPublished, title, description, permalink_url: permalink } = found;
  const { uploading_phase: uploading } = status;
  return {
    fault: faultOf(status, call.accessToken),
    upload: uploadOf(status),
    uploadedBytes: uploading?.bytes_transferred ?? uploading?.bytes_transfered ?? 0,
    processing: processingOf(status),
    publication: publicationOf(status),
    isPublished,
    title,
    description,
    reelUrl: reelUrlOf(permalink),
  };
}

const failedStatuses = ['error', 'upload_failed'];
const processedStatuses = ['ready', 'published'];

/**
 * A fault of processing can come while `video_status` still says `processing`, and with a phase that has not begun. The
 * check for copyright does not keep a video from being processed and published: it counts where no phase moves.
 */
function faultOf(status: Status, accessToken: string): string | null {
  const own = [status.uploading_phase, status.processing_phase, status.publishing_phase];
  const phases: (Phase | undefined)[] = isMoving(status) ? own : [...own, status.copyright_check_status];
  const faults = phases.flatMap((phase) => [phase?.error ?? [], phase?.errors ?? []].flat());
  const isFailed = failedStatuses.includes(status.video_status) || phases.some((phase) => phase?.status === 'error');
  if (!isFailed && faults.length === 0) return null;
  return quote(faults[0]?.message ?? '', [accessToken]);
}

/** Tells whether Facebook says that it processes or publishes the video, or has done so. */
function isMoving(status: Status): boolean {
  const { video_status: videoStatus, processing_phase: processing } = status;
  const isProcessing = processing?.status === 'in_progress' || isDone(processing);
  return isProcessing || processedStatuses.includes(videoStatus) || publicationOf(status) !== 'not begun';
}

function uploadOf({ video_status: videoStatus, uploading_phase: uploading }: Status): Video['upload'] {
  if (videoStatus === 'expired') return 'expired';
  const isWhole = isDone(uploading) || ['upload_complete', 'processing', ...processedStatuses].includes(videoStatus);
  return isWhole ? 'complete' : 'open';
}

function processingOf({ video_status: videoStatus, processing_phase: processing }: Status): Video['processing'] {
  if (processedStatuses.includes(videoStatus) || isDone(processing)) return 'done';
  return processing?.status === 'in_progress' || (!processing && videoStatus === 'processing')
    ? 'under way'
    : 'not begun';
}

const unpublished = ['draft', 'scheduled', 'not_published'];

function publicationOf({ publishing_phase: publishing }: Status): Video['publication'] {
  if (!publishing || unpublished.includes(publishing.publish_status)) return 'not begun';
  if (publishing.publish_status === 'published') return 'done';
  if (isDone(publishing)) return 'done';
  return publishing.status === 'in_progress' ? 'under way' : 'not begun';
}

function isDone(phase: Phase | undefined): boolean {
  return phase?.status === 'complete' || phase?.status === 'completed';
}

/** The state of a video whose upload Facebook has ended before its publication. */
export function expired(id: string): PostState {
  const words = {
    seen: `Facebook has ended the upload of ${id}, and will not publish it.`,
    todo: 'Retry to send it again.',
  };
  return { kind: 'failed', code: 'PROCESSING_FAILED', words, isLost: true };
}

/** A video that Facebook will never show. */
export function unusable(fault: string): PostState {
  const seen = `Facebook could not process the video: "${fault === '' ? 'no reason given' : fault}".`;
  const words = { seen, todo: 'Make another assignment with a video file that Facebook supports.' };
  return { kind: 'failed', code: 'PROCESSING_FAILED', words };
}

/**
 * Gives a video its texts: one change where one of them differs. A text that is left out stays.
 * @param video as it was read just before
 */
export async function giveTexts(
  client: FacebookClient,
  call: GraphCall,
  id: string,
  video: Video,
  { title = video.title, description }: { title?: string; description: string },
): Promise<void> {
  if (video.title === title && video.description === description) return;
  // An update calls the title `name` (Meta's specification of AdVideo).
  await changeObject(client, call, id, { ...(title !== video.title && { name: title }), description });
}

/** The same for a public video. @throws PublishFailure, with `isAbsent` for an unknown video */
export async function updateVideo(
  client: FacebookClient,
  call: GraphCall,
  id: string,
  texts: { title?: string; description: string },
): Promise<void> {
  const video = await findVideo(client, call, id);
  if (!video) throw gone(id);
  await giveTexts(client, call, id, video, texts);
}

const owner = { fields: 'id,from{id}', schema: z.object({ from: z.object({ id: z.string() }).optional() }) };

/** A video of the page by its id; undefined: there is none. An id of another form names no video. */
export async function findOwnVideo(client: FacebookClient, call: Call, id: string): Promise<Video | undefined> {
  if (!/^\d+$/.test(id)) return undefined;
  const found = await findObject(client, call, id, owner);
  return found?.from?.id === call.channelId ? findVideo(client, call, id) : undefined;
}

/**
 * Removes a video that is not published, an unfinished upload included.
 * @param isPublic whether others can see it
 */
export async function removeVideo(
  client: FacebookClient,
  call: GraphCall,
  id: string,
  isPublic: (video: Video) => boolean,
): Promise<Removal> {
  const video = await findVideo(client, call, id);
  if (!video) return 'unknown';
  return isPublic(video) ? 'public' : deleteForGood(client, call, id);
}
