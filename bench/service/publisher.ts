import { Agent } from 'undici';
import { z } from 'zod';
import type { Workshop } from '../Bench';
import type { Post } from '../baseline/publish/publishOne';
import { publishOne } from '../baseline/publish/publishOne';
import { inLanes } from '../tools/inLanes';
import type { Pace } from '../tools/inLanes';
import { openChannel } from './openChannel';
import type { OpenChannel } from './openChannel';
import { preparedAhead } from './preparedAhead';
import { requestJson } from '../tools/requestJson';
import { startSandbox } from './startSandbox';
import type { Sandbox } from './startSandbox';
import { startTunedService } from './startTuned';
import type { TunedService } from './startTuned';
import { until } from '../tools/until';
import { untilNotified } from './untilNotified';

const pageSize = 50;
/** For a machine that publishes no more than two a second. */
const patienceMs = (count: number) => 60_000 + count * 500;
/** A worker that has only just started has not yet loaded all that any publication needs. */
const warmUps = 10;

const Created = z.object({ id: z.string() });
const Item = z.object({ id: z.string(), createdAt: z.iso.datetime(), publishedAt: z.iso.datetime().nullable() });
const Page = z.object({ items: z.array(Item), total: z.int() });

/** One publication, in milliseconds since 1970 by the database's clock. */
export interface Published {
  readonly id: string;
  readonly createdMs: number;
  readonly publishedMs: number;
}

interface Asking extends Pace {
  /** When each is due, prepared ahead; without it at once. */
  readonly scheduledAtMs?: (turn: number) => number;
  /** The receiver of a webhook about each change of status. */
  readonly callbackUrl?: string | undefined;
  /** The media of each; the sandbox's own if left out. */
  readonly mediaUrl?: string | undefined;
}

/** The service, a channel of the sandbox to publish to, and the plainest publisher beside it. */
export interface Publisher {
  readonly service: TunedService;
  readonly sandbox: Sandbox;
  readonly channel: OpenChannel;
  /** The secret of the webhooks about the publications. */
  readonly webhookSecret: string;
  /** The values with which a program without any of our code makes the same calls. */
  readonly bare: Omit<Post, 'title'>;
  /** Asks for so many, each with a title of its own that begins with `name`. @returns their ids */
  readonly ask: (name: string, count: number, asking: Asking) => Promise<string[]>;
  /** Asks for a post whose media come later. It is waited for once the returned function is called. */
  readonly askHeld: (mediaUrl: string) => Promise<() => void>;
  /** Resolves when all that was ever asked for is published. @throws Error when one fails, or time runs out */
  readonly untilPublished: (ids: readonly string[]) => Promise<Published[]>;
  /** Resolves when no webhook is pending any more. @throws Error when time runs out */
  readonly untilNotified: () => Promise<void>;
}

/**
 * Starts everything, and shows that both publish by the same calls.
 * @param workspaceOf says in which workspace the channel is; a new one if left out
 */
export async function openPublisher(
  workshop: Workshop,
  workspaceOf?: (service: TunedService) => Promise<string>,
): Promise<Publisher> {
  const sandbox = await startSandbox(workshop);
  const service = await startTunedService(workshop, sandbox.url);
  const grant = await sandbox.createChannel();
  const channel = await openChannel(service, grant, await workspaceOf?.(service));
  const { apiKey, connectionId, webhookSecret } = channel;
  const bare = { url: sandbox.url, mediaUrl: sandbox.mediaUrl, accessToken: grant.accessToken };
  const url = `${service.apiUrl}/api/v1/assignments`;
  const page = async (query: string) => requestJson(Page, `${url}?${query}`, { apiKey });
  const { ask, askHeld, asked } = createAsker(url, { apiKey, connectionId }, sandbox.mediaUrl);

  const publisher: Publisher = {
    service,
    sandbox,
    channel,
    webhookSecret,
    bare,
    ask,
    askHeld,
    untilPublished: async (ids) => {
      await untilAllPublished(page, ids.length, asked);
      return readPublished(page, ids);
    },
    untilNotified: async () => untilNotified({ ...service, apiKey }, patienceMs(asked())),
  };
  await untilPublishedInTurn(publisher, 'Warm-up', warmUps);
  workshop.say(`  Both publish by these calls: ${await showSameCalls(publisher)}`);
  return publisher;
}

/** Asks for posts of one channel, and counts the posts that are waited for. */
function createAsker(
  url: string,
  { apiKey, connectionId }: Pick<OpenChannel, 'apiKey' | 'connectionId'>,
  plainUrl: string,
) {
  let asked = 0;
  const create = async (title: string, more: Record<string, unknown> & { mediaUrl: string }): Promise<string> => {
    const body = { connectionId, type: 'video', payload: { title, privacy: 'public' }, ...more };
    return (await requestJson(Created, url, { apiKey, body })).id;
  };
  const ask: Publisher['ask'] = async (name, count, { scheduledAtMs, callbackUrl, mediaUrl = plainUrl, ...pace }) => {
    let index = 0;
    return inLanes(count, pace, async () => {
      const turn = index++;
      asked += 1;
      const due = scheduledAtMs === undefined ? {} : preparedAhead(scheduledAtMs(turn));
      return create(`${name} ${turn}`, { callbackUrl, mediaUrl, ...due });
    });
  };
  const askHeld: Publisher['askHeld'] = async (mediaUrl) => {
    await create('Held', { mediaUrl });
    return () => void (asked += 1);
  };
  return { ask, askHeld, asked: () => asked };
}

/** Publishes so many posts, each when the post before is published. */
async function untilPublishedInTurn({ ask, untilPublished }: Publisher, name: string, count: number): Promise<void> {
  await inLanes(count, { concurrency: 1 }, async () => untilPublished(await ask(name, 1, { concurrency: 1 })));
}

/** @throws Error unless a publication of either is the same calls */
async function showSameCalls(publisher: Publisher): Promise<string> {
  const { sandbox } = publisher;
  const callsOf = async (work: () => Promise<unknown>): Promise<string[]> => {
    const before = (await sandbox.callsSince(0)).at(-1)?.seq ?? 0;
    await work();
    return (await sandbox.callsSince(before)).map(({ method, path }) => `${method} ${path}`);
  };
  const own = await callsOf(async () => untilPublishedInTurn(publisher, 'Calls', 1));
  const agent = new Agent();
  const bare = await callsOf(async () => publishOne(agent, { ...publisher.bare, title: 'Bare' }));
  await agent.close();
  const tell = (calls: readonly string[]): string => calls.toSorted().join(', ');
  if (tell(own) !== tell(bare)) throw new Error(`the service calls ${tell(own)}; the baseline ${tell(bare)}`);
  return bare.join(', ');
}

/** Resolves when all that was ever asked for is published. @param count of those that are waited for now */
async function untilAllPublished(page: ReadPage, count: number, askedSoFar: () => number): Promise<void> {
  let published = 0;
  const isDone = async (): Promise<true | undefined> => {
    published = (await page('status=published&limit=1')).total;
    if (published < askedSoFar() && (await page('status=failed&limit=1')).total > 0)
      throw new Error('a publication failed');
    return published === askedSoFar() || undefined;
  };
  const complaint = () => `only ${published} of ${askedSoFar()} are published`;
  // The database says when a post is published, so asking seldom costs no exactness; many are not to be disturbed.
  await until(isDone, { limitMs: patienceMs(count), pollMs: count === 1 ? 50 : 500, complaint });
}

type ReadPage = (query: string) => Promise<z.infer<typeof Page>>;

async function readPublished(page: ReadPage, ids: readonly string[]): Promise<Published[]> {
  const wanted = new Set(ids);
  const found: Published[] = [];
  for (let number = 1; found.length < ids.length; number += 1) {
    const { items } = await page(`limit=${pageSize}&page=${number}`);
    if (items.length === 0) throw new Error(`of ${ids.length} publications only ${found.length} are listed`);
    for (const { id, createdAt, publishedAt } of items)
      if (wanted.has(id))
        found.push({ id, createdMs: Date.parse(createdAt), publishedMs: Date.parse(publishedAt ?? '') });
  }
  return found;
}
