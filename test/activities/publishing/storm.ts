import { videoBytes } from '../../support/media/media';
import type { Json } from '../../support/servers/sandbox';
import { passTime } from '../../support/runs/passTime';
import type { Call, Channel, CreatedRun, Outcome, Publishing } from '../../support/runs/publishing';
import { until } from '../../support/until';

export const payload = { title: 'Through the storm', privacy: 'public', tags: [], madeForKids: false };
export const uploads = '/upload/youtube/v3/videos';
export const videos = '/youtube/v3/videos';
/** The platform keeps a multiple of this of a connection that was cut. */
export const kib256 = 256 * 1024;
export const film = videoBytes(5 * kib256 + 1000);

export interface PublishResult extends Outcome {
  calls: Call[];
  sessions: Json[];
}

/** Publishes the film, and tells the outcome and the platform's calls meanwhile. */
export async function publishThrough(
  publishing: Publishing,
  given?: Channel,
  assignment: object = {},
  { isLongAgo = false } = {},
): Promise<PublishResult> {
  const seq = (await publishing.callsSince(0)).at(-1)?.seq ?? 0;
  const channel = given ?? (await publishing.connect());
  const mediaUrl = publishing.media.serve({ bytes: film }).url;
  const submitted = await publishing.submit(channel, { payload, mediaUrl, ...assignment });
  if (isLongAgo) await endedLongAgo(publishing, submitted);
  const outcome = await publishing.outcomeOf(submitted);
  const sessions = await sessionsOf(publishing, channel);
  return { ...outcome, sessions, calls: await publishing.callsSince(seq) };
}

/** Waits until the assignment has ended. From then on its objects are old enough to be gone if they are not found. */
async function endedLongAgo({ database }: Publishing, { assignmentId }: CreatedRun): Promise<void> {
  const hasEnded = `SELECT 1 FROM assignments WHERE id = $1 AND status = 'failed'`;
  await until(async () => (await database.query(hasEnded, [assignmentId])).length === 1);
  await passTime(database, assignmentId, 20 * 60_000);
}

export async function sessionsOf(publishing: Publishing, channel: Channel): Promise<Json[]> {
  const { uploadSessions } = await publishing.sandbox.stateOf('youtube');
  return uploadSessions.filter(({ channelId }: Json) => channelId === channel.channelId);
}

export function to({ calls }: PublishResult, method: string, path: string): Call[] {
  return calls.filter((call) => call.method === method && call.path === path);
}

/** Published in spite of all: one video, public, with the very bytes. */
export async function expectPublished(
  { sandbox }: Publishing,
  result: PublishResult,
  bytes: Buffer = film,
): Promise<void> {
  const { run, row } = result;
  expect({ run, errors: row.errors, status: row.status }).toEqual({
    run: 'COMPLETED',
    errors: [],
    status: 'published',
  });
  expect(result.statuses).toEqual(['pending', 'uploading', 'uploaded', 'processing', 'published']);
  expect(result.videos).toHaveLength(1);
  expect(result.videos[0].status.privacyStatus).toBe('public');
  const media = await fetch(`${sandbox.url}/youtube/media/${result.videos[0].id}`);
  expect(bytes.equals(Buffer.from(await media.arrayBuffer()))).toBe(true);
}

export function expectFailed({ run, row, credits }: PublishResult, code: string, words: RegExp, cleanup: string): void {
  expect(row.errors).toEqual([{ code, message: expect.stringMatching(words) }]);
  expect({ run, status: row.status, cleanup: row.cleanup }).toEqual({ run: 'FAILED', status: 'failed', cleanup });
  expect(credits).toEqual(['hold', 'release']);
}
