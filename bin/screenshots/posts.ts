import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { mp4 } from '../../domain/mediaType';
import { ask } from '../demoData/ask';

const limitMs = 60_000;
const film = readFileSync(join(__dirname, '..', '..', 'sandbox', 'assets', 'sample.mp4'));
/** The service gives up a source below 1 KiB a second. */
const bytesPerSecond = 1100;

const Created = z.object({ id: z.string() });
const Detail = z.object({ status: z.string() });

/** The ids of posts in the states that the pictures show. */
export interface Posts {
  published: string;
  failed: string;
  running: string;
  /** Cancels the running post. */
  stop: () => Promise<void>;
}

interface Place {
  apiUrl: string;
  sandboxUrl: string;
  apiKey: string;
  callbackUrl: string;
}

/** Makes a published post, a post that fails since its media is missing, and a post with a slow source. */
export async function makePosts({ apiUrl, sandboxUrl, apiKey, callbackUrl }: Place): Promise<Posts> {
  const url = `${apiUrl}/api/v1/assignments`;
  const Connections = z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) });
  const { items } = await ask(Connections, `${apiUrl}/api/v1/connections`, { token: apiKey });
  const connectionId = items.find(({ name }) => name === 'Harbour Diaries')?.id;
  const make = async (title: string, mediaUrl: string): Promise<string> => {
    const body = { connectionId, type: 'video', mediaUrl, callbackUrl, payload: { title, privacy: 'public' } };
    return (await ask(Created, url, { token: apiKey, body })).id;
  };
  const until = async (id: string, wanted: string): Promise<void> => {
    for (const endMs = Date.now() + limitMs; Date.now() < endMs; await sleep(200)) {
      const { status } = await ask(Detail, `${url}/${id}`, { token: apiKey });
      if (status === wanted) return;
    }
    throw new Error(`post ${id} is not ${wanted} after ${limitMs / 1000} s`);
  };
  const published = await make('Walking the coast path', `${sandboxUrl}/_sandbox/media/sample.mp4`);
  const failed = await make('Harbour at dawn', `${sandboxUrl}/_sandbox/media/missing.mp4`);
  await until(published, 'published');
  await until(failed, 'failed');
  const slow = await openSlowSource();
  const running = await make('Low tide', slow.url);
  return {
    published,
    failed,
    running,
    stop: async () => {
      slow.stop();
      // It may have ended.
      await ask(z.unknown(), `${url}/${running}`, { token: apiKey, method: 'DELETE' }).catch(() => undefined);
    },
  };
}

/** A film that comes slowly enough to be seen on its way. */
async function openSlowSource(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': mp4, 'content-length': film.length });
    void sendSlowly(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the slow source has no port');
  return {
    url: `http://127.0.0.1:${address.port}/low-tide.mp4`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function sendSlowly(response: ServerResponse): Promise<void> {
  for (let at = 0; at < film.length && !response.destroyed; at += bytesPerSecond) {
    response.write(film.subarray(at, at + bytesPerSecond));
    await sleep(1000);
  }
  response.end();
}
