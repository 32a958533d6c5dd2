import { setTimeout as delay } from 'node:timers/promises';
import { workspaceClient } from '../support/actors';
import { videoBody } from '../support/build/video';
import { videoBytes } from '../support/media/media';
import type { Deployment } from '../support/runs/deployment';
import type { Channel } from '../support/runs/publishing';

/** Small, so that what the load sends is little beside a slow transfer. */
const film = videoBytes(64 * 1024);
/** A workspace of the tests has the credits for so many videos. */
const postsMax = 40;

/** A steady load of callers, most of whom are right. */
export interface Load {
  /** The answers by their status; 0: none came. */
  answers: ReadonlyMap<number, number>;
  stop: () => Promise<void>;
}

/**
 * Asks for a post through the API each second: at once and for a time, with and without media, and now and then one
 * whose medium is not there.
 */
export function startLoad(service: Deployment, apiUrl: () => string, callbackUrl: string): Load {
  const answers = new Map<number, number>();
  const stopping = new AbortController();
  const bodyOf = bodies(service, callbackUrl);
  const ask = async (nth: number): Promise<void> => {
    const { channel, body } = await bodyOf(nth);
    const client = workspaceClient({ url: apiUrl() }, channel);
    const { status } = await client('POST', '/api/v1/assignments', { body }).catch(() => ({ status: 0 }));
    answers.set(status, (answers.get(status) ?? 0) + 1);
  };
  const loop = async (): Promise<void> => {
    const asked: Promise<void>[] = [];
    for (let nth = 0; !stopping.signal.aborted; nth += 1) {
      asked.push(ask(nth).catch(() => undefined));
      await delay(1000, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await Promise.all(asked);
  };
  const running = loop();
  return {
    answers,
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

function bodies(service: Deployment, callbackUrl: string) {
  const channelOf = channels(service);
  const media = service.media.serve({ bytes: film }).url;
  const missing = service.media.serve({ status: 404 }).url;
  return async (nth: number): Promise<{ channel: Channel; body: object }> => {
    const isVideo = nth % 3 === 0;
    const channel = await channelOf(isVideo ? 'youtube' : 'facebook', nth % 4);
    const scheduledAt = nth % 4 === 1 ? new Date(Date.now() + 3000).toISOString() : null;
    const text = { type: 'text', payload: { message: `Post ${nth} of ${channel.channelId}` } };
    const video = { mediaUrl: nth % 30 === 0 ? missing : media };
    const body = videoBody(channel.connectionId, { scheduledAt, callbackUrl, ...(isVideo ? video : text) });
    return { channel, body: isVideo ? body : { ...body, mediaUrl: undefined } };
  };
}

/** Channels of a few workspaces; one that has spent its credits is followed by another. */
function channels(service: Deployment) {
  const open = new Map<string, { channel: Promise<Channel>; posts: number }>();
  return async (platform: 'youtube' | 'facebook', place: number): Promise<Channel> => {
    const known = open.get(`${platform} ${place}`);
    const one = known && known.posts < postsMax ? known : { channel: service.connect({ platform }), posts: 0 };
    one.posts += 1;
    open.set(`${platform} ${place}`, one);
    return one.channel;
  };
}
