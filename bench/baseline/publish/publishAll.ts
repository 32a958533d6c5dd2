import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { inLanes } from '../../inLanes';

/** The posts to publish, and the way to do it. */
export const Publication = z.object({
  /** Of the platform. */
  url: z.string(),
  mediaUrl: z.string(),
  accessToken: z.string(),
  count: z.int(),
  concurrency: z.int(),
  /** Milliseconds since 1970: nothing is begun before. */
  startAtMs: z.number().optional(),
});
export type Publication = z.infer<typeof Publication>;

/** The result: milliseconds from the first call of each to the answer to its last, and all of them together. */
export const PublicationReport = z.object({ seconds: z.number(), durationsMs: z.array(z.number()) });
export type PublicationReport = z.infer<typeof PublicationReport>;

const Videos = z.object({ items: z.array(z.object({ status: z.looseObject({}) })) });

/**
 * The plainest publisher that there is: the calls of the platform, one after the other, and nothing written down. One
 * publication before the others, so that a program that has just begun is not what is measured.
 * @throws Error for an answer that is none of success
 */
export async function publishAll(publication: Publication): Promise<PublicationReport> {
  const { count, concurrency, startAtMs, ...place } = publication;
  const post = { ...place, title: 'Bare' };
  const agent = new Agent();
  await publishOne(agent, post);
  if (startAtMs !== undefined) await untilTime(startAtMs);
  const beganAtMs = performance.now();
  const durationsMs = await inLanes(count, { concurrency }, async () => {
    const startedAtMs = performance.now();
    await publishOne(agent, post);
    return performance.now() - startedAtMs;
  });
  const seconds = (performance.now() - beganAtMs) / 1000;
  await agent.close();
  return { seconds, durationsMs };
}

/** Node's timers may ring up to 1 ms early. */
async function untilTime(timeMs: number): Promise<void> {
  while (Date.now() < timeMs) await sleep(Math.max(1, timeMs - Date.now()));
}

/** One post: the platform, what to upload to it, and how. */
export const Post = Publication.pick({ url: true, mediaUrl: true, accessToken: true }).extend({ title: z.string() });
export type Post = z.infer<typeof Post>;

/** Publishes one post, in public. @throws Error for an answer that is none of success */
export async function publishOne(agent: Agent, { url, mediaUrl, accessToken, title }: Post): Promise<void> {
  const call = caller(agent, accessToken);
  const videos = `${url}/youtube/v3/videos`;
  const media = await request(mediaUrl, { dispatcher: agent });
  const sizeBytes = Number(media.headers['content-length']);
  const session = await call('POST', `${url}/upload/youtube/v3/videos?uploadType=resumable&part=snippet,status`, {
    headers: { 'x-upload-content-type': 'video/mp4', 'x-upload-content-length': String(sizeBytes) },
    body: JSON.stringify({ snippet: { title }, status: { privacyStatus: 'private' } }),
  });
  await session.body.dump();
  const sent = await call('PUT', String(session.headers['location']), {
    headers: { 'content-length': String(sizeBytes), 'content-range': `bytes 0-${sizeBytes - 1}/${sizeBytes}` },
    body: media.body,
  });
  const { id } = z.object({ id: z.string() }).parse(await sent.body.json());
  const processing = await call('GET', `${videos}?part=status,processingDetails&id=${id}`);
  await processing.body.dump();
  const current = Videos.parse(await (await call('GET', `${videos}?part=status&id=${id}`)).body.json());
  const status = { ...current.items[0]?.status, privacyStatus: 'public' };
  const published = await call('PUT', `${videos}?part=status`, { body: JSON.stringify({ id, status }) });
  await published.body.dump();
}

type RequestOptions = NonNullable<Parameters<typeof request>[1]>;
type Method = 'GET' | 'POST' | 'PUT';

function caller(agent: Agent, accessToken: string) {
  return async (method: Method, url: string, { headers = {}, body = null }: Given = {}) => {
    const authorization = `Bearer ${accessToken}`;
    const answer = await request(url, { dispatcher: agent, method, headers: { authorization, ...headers }, body });
    if (answer.statusCode === 200) return answer;
    throw new Error(`${method} ${new URL(url).pathname} was answered ${answer.statusCode}`);
  };
}

interface Given {
  readonly headers?: Record<string, string>;
  readonly body?: RequestOptions['body'];
}
