import { setTimeout as delay } from 'node:timers/promises';
import { workspaceClient } from '../support/actors';

/** A channel that posts go to. */
export interface LoadChannel {
  connectionId: string;
  platform: string;
}

export interface LoadOrder {
  url: string;
  apiKey: string;
  channels: readonly LoadChannel[];
  mediaUrl: string;
  /** Where webhooks of the posts are sent: a number is added for each hundred posts. */
  callbackUrl: string;
  perSecond: number;
  /** The requests of which one creates a post. */
  requestsPerPost: number;
}

/** A post that was asked for. */
export interface AskedPost {
  id: string;
  platform: string;
  type: string;
  /** Its title or message, which no other post has. */
  text: string;
  /** Null: at once. */
  scheduledAt: string | null;
}

export interface LoadReport {
  asked: number;
  seconds: number;
  slowestMs: number;
  /** The requests that were not answered as they should be, in words. */
  failed: string[];
  posts: AskedPost[];
}

export interface RunningLoad {
  /** Sends no more, and waits for the answers. */
  end: () => Promise<LoadReport>;
}

/** So many requests may wait for their answers: a slow machine is asked fewer of them a second. */
const underWayMax = 100;
/** A post is due this much later, in turn, or at once. */
const dueSeconds = [null, 3, 8, 15];

/**
 * Sends so many requests a second, without waiting for the answers to earlier ones: reads of one post, of the list, of the connections
 * and of the health, and now and then a post.
 */
export function startLoad(order: LoadOrder): RunningLoad {
  const { url, apiKey, perSecond, requestsPerPost } = order;
  const client = workspaceClient({ url }, { apiKey });
  const report: LoadReport = { asked: 0, seconds: 0, slowestMs: 0, failed: [], posts: [] };
  const begunAt = performance.now();
  const answers = new Set<Promise<void>>();
  const ending = new AbortController();

  const reads = () => {
    const known = report.posts[report.asked % Math.max(1, report.posts.length)];
    const { connectionId } = order.channels[0]!;
    const paths = [
      known ? `/api/v1/assignments/${known.id}` : '/api/v1/health',
      '/api/v1/assignments?limit=10',
      `/api/v1/connections/${connectionId}`,
      '/api/v1/health',
    ];
    return paths[report.asked % paths.length]!;
  };
  const read = async (path: string): Promise<void> => expectStatus('GET', path, await client('GET', path), 200);
  const post = async (nth: number): Promise<void> => {
    const { body, asked } = postOf(order, nth);
    const answer = await client('POST', '/api/v1/assignments', { body });
    expectStatus('POST', '/api/v1/assignments', answer, 201);
    report.posts.push({ ...asked, id: answer.body.id });
  };
  const send = async (): Promise<void> => {
    const nth = report.asked++;
    const sentAt = performance.now();
    const request = nth % requestsPerPost === 0 ? post(nth / requestsPerPost) : read(reads());
    await request.catch((error: Error) => {
      const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
      report.failed.push(`${((sentAt - begunAt) / 1000).toFixed(1)} s: ${error.message}${cause}`);
    });
    report.slowestMs = Math.max(report.slowestMs, performance.now() - sentAt);
  };
  const running = (async () => {
    while (!ending.signal.aborted) {
      const dueMs = (report.asked * 1000) / perSecond;
      const aheadMs = dueMs - (performance.now() - begunAt);
      if (aheadMs > 0) await delay(aheadMs);
      while (answers.size >= underWayMax) await Promise.race(answers);
      const answer = send().finally(() => answers.delete(answer));
      answers.add(answer);
    }
  })();
  return {
    end: async () => {
      ending.abort();
      await running;
      report.seconds = (performance.now() - begunAt) / 1000;
      await Promise.all(answers);
      return report;
    },
  };
}

function expectStatus(method: string, path: string, answer: { status: number; body: unknown }, wanted: number): void {
  if (answer.status !== wanted)
    throw new Error(`${method} ${path} answered ${answer.status} ${JSON.stringify(answer.body)}`);
}

function postOf({ channels, mediaUrl, callbackUrl }: LoadOrder, nth: number) {
  const { connectionId, platform } = channels[nth % channels.length]!;
  const text = `Post ${nth} of the load`;
  const due = dueSeconds[nth % dueSeconds.length]!;
  const scheduledAt = due === null ? null : new Date(Date.now() + due * 1000).toISOString();
  const isVideo = platform === 'youtube';
  const type = isVideo ? 'video' : 'text';
  const body = {
    connectionId,
    type,
    ...(isVideo ? { payload: { title: text, privacy: 'public' }, mediaUrl } : { payload: { message: text } }),
    scheduledAt,
    callbackUrl: `${callbackUrl}-${Math.floor(nth / 100)}`,
    idempotencyKey: `load-${nth}`,
  };
  return { body, asked: { platform, type, text, scheduledAt } };
}
