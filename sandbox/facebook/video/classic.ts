import { refuse, refuseParameter } from '../errors';
import { assertMayPublish } from '../graph/call';
import type { GraphCall } from '../graph/call';
import { readCount, readFlag, readOneOf, readRequired } from '../graph/params';
import { newObjectId } from '../ids';
import { receive } from '../../media/receive';
import { assertTakesDrafts, putVideo, readSchedule } from '../publish';
import type { Page, UploadSession, Video } from '../records';
import { finished, newVideo, published, scheduled } from './finish';
import { uploaded } from './processing';
import { storedBytesOf, uploadLifeMs } from './status';

const sizeMin = 1024;
const sizeMax = 10 * 1024 ** 3;
const scheduleDaysMax = 30;
const phases = ['start', 'transfer', 'finish', 'cancel'] as const;

/**
 * The upload of a video (reference §5): in chunks by `upload_phase` start, transfer, finish, where the server dictates each
 * range, or whole by `source` in one request.
 */
export async function uploadVideo(call: GraphCall, page: Page): Promise<object> {
  assertMayPublish(call);
  if (!call.params.has('upload_phase')) return uploadWhole(call, page);
  const phase = readOneOf(call.params, 'upload_phase', phases);
  if (phase === 'start') return start(call, page);
  const { session, video } = findUpload(call, page);
  if (phase === 'transfer') return transfer(call, session, video);
  if (phase === 'finish') return finish(call, video);
  call.context.store.videos.delete(video.id);
  return { success: true };
}

/** @returns the id of the video, which is processed afterwards */
async function uploadWhole(call: GraphCall, page: Page): Promise<object> {
  const { context, params } = call;
  if (params.has('file_url')) throw refuseParameter('This Facebook fetches nothing: send the bytes as source');
  const file = params.file('source');
  if (!file) throw refuseParameter('The parameter source is required');
  const sizeBytes = file.bytes.length;
  assertSize(sizeBytes);
  const video = newVideo(context, { id: newObjectId(), pageId: page.id, use: 'video', sizeBytes });
  await receive(once(file.bytes), context.store.mediaFile(video.id), 0);
  finish(call, await uploaded(context, video));
  return { id: video.id };
}

function assertSize(sizeBytes: number): void {
  if (sizeBytes < sizeMin) throw refuse('videoTooSmall');
  if (sizeBytes > sizeMax) throw refuse('videoTooBig');
}

function start(call: GraphCall, page: Page): object {
  const { context, params } = call;
  const sizeBytes = readCount(params, 'file_size');
  assertSize(sizeBytes);
  const video = newVideo(context, { id: newObjectId(), pageId: page.id, use: 'video', sizeBytes });
  const session = { id: newObjectId(), videoId: video.id, startedAtMs: context.clock() };
  context.store.videos.put(video.id, video);
  context.store.sessions.put(session.id, session);
  return { video_id: video.id, upload_session_id: session.id, ...nextRange(call, video) };
}

function findUpload({ context, params }: GraphCall, page: Page): { session: UploadSession; video: Video } {
  const session = context.store.sessions.get(readRequired(params, 'upload_session_id'));
  const video = context.store.videos.get(session?.videoId ?? '');
  const isOver = !session || !video || session.startedAtMs + uploadLifeMs <= context.clock();
  if (isOver || video.pageId !== page.id) throw refuse('videoSessionExpired');
  return { session, video };
}

/** The bytes that the server wants next; where both ends are equal, it has them all. As strings. */
function nextRange({ context }: GraphCall, { id, sizeBytes }: Video): { start_offset: string; end_offset: string } {
  const stored = storedBytesOf(context, id);
  const end = Math.min(stored + context.settings.read().facebook.chunkBytes, sizeBytes ?? stored);
  return { start_offset: String(stored), end_offset: String(end) };
}

async function transfer(call: GraphCall, session: UploadSession, video: Video): Promise<object> {
  const { context, params, req } = call;
  const offset = readCount(params, 'start_offset');
  const chunk = params.file('video_file_chunk');
  if (!chunk) throw refuse('invalidParameter', { message: '(#100) The parameter video_file_chunk is required' });
  await context.turns.take(session.id, req, async () => {
    const range = nextRange(call, video);
    const isWanted = offset === Number(range.start_offset) && offset + chunk.bytes.length <= Number(range.end_offset);
    if (!isWanted || chunk.bytes.length === 0) throw refuse('wrongOffset', { data: toNumbers(range) });
    await receive(once(chunk.bytes), context.store.mediaFile(video.id), offset);
    if (storedBytesOf(context, video.id) === video.sizeBytes)
      context.store.videos.put(video.id, await uploaded(context, video));
  });
  return nextRange(call, video);
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

const toNumbers = ({ start_offset: start, end_offset: end }: { start_offset: string; end_offset: string }) => ({
  start_offset: Number(start),
  end_offset: Number(end),
});

/** An answer of success is an acknowledgement: the video is processed afterwards. The same again changes nothing. */
function finish({ context, params, req }: GraphCall, video: Video): object {
  if (video.finishedAtMs !== null) return { success: true };
  if (video.uploadedAtMs !== null && !video.isFilm) throw refuse('videoUnsupported');
  const texts = { title: params.get('title') ?? '', description: params.get('description') ?? '' };
  const done = finished(context, video, texts);
  const isPublic = readFlag(params, 'published', true);
  if (!isPublic && !params.has('scheduled_publish_time')) assertTakesDrafts(context);
  if (isPublic) putVideo(context, req, published(context, done));
  else if (!params.has('scheduled_publish_time')) putVideo(context, req, done);
  else putVideo(context, req, scheduled(done, readSchedule(context, params, scheduleDaysMax)));
  return { success: true };
}
