import { request } from 'undici';
import type { Agent } from 'undici';
import { z } from 'zod';

/** One post: the platform, the media, the access to the channel, and the title. */
export const Post = z.object({ url: z.string(), mediaUrl: z.string(), accessToken: z.string(), title: z.string() });
export type Post = z.infer<typeof Post>;

const Videos = z.object({ items: z.array(z.object({ status: z.looseObject({}) })) });

/**
 * Publishes one post, in public: the calls of the platform, one after the other, and nothing written down.
 * @throws Error for an answer that reports no success
 */
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
