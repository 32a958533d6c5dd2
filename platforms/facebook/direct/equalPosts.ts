import { z } from 'zod';
import { parseUrl } from '../../../domain/parseUrl';
import type { Payload } from '../../../domain/payload/payload';
import type { Call } from '../../Call';
import { comparable } from '../../http/comparable';
import type { CreationOutcome, CreationTraces, PostCandidate } from '../../Publisher';
import { readPayload } from '../capabilities';
import type { FacebookPayload } from '../capabilities';
import type { FacebookClient } from '../http';
import { readList } from '../objects';
import { attachmentUrls, Attachments, postOf } from '../posts';

const dayMs = 24 * 3_600_000;
/** Facebook tells times to the second, by clocks that may differ a little. */
const beforeMs = 60_000;
/** A call that was sent in time may be carried out so late. */
const afterMs = 5 * 60_000;

const Listed = z.object({
  id: z.string().min(1),
  created_time: z.string(),
  message: z.string().default(''),
  from: z.object({ id: z.string() }).optional(),
  application: z.object({ id: z.string() }).optional(),
  attachments: Attachments,
});
type Listed = z.infer<typeof Listed>;

const fields = 'id,created_time,message,from{id},application{id},attachments{unshimmed_url,url}';

/** The content by which a post without media is known: its text and its link, as they are compared. */
export function contentOf(payload: Payload): string {
  const { message, link } = readPayload(payload);
  return JSON.stringify([comparable(message), link === undefined ? null : comparableUrl(link)]);
}

/** The posts of the last day that are equal to the payload, and the times within which its own post can be made. */
export async function equalPostsBefore(
  client: FacebookClient,
  call: Call,
  payload: Payload,
  leaseMs: number,
): Promise<CreationTraces> {
  const askedAtMs = Date.now();
  const { posts, clockMs } = await readEqual(client, call, payload, askedAtMs - dayMs);
  const from = new Date(clockMs - beforeMs).toISOString();
  // The lease may begin some time after this read, which is made just before.
  const until = new Date(clockMs + leaseMs + afterMs).toISOString();
  return { by: 'content', from, until, equalPosts: posts.map(({ id }) => id) };
}

/** The posts that a call with these traces may have made. */
export async function postsSince(
  client: FacebookClient,
  call: Call,
  payload: Payload,
  { from, until, equalPosts }: Extract<CreationTraces, { by: 'content' }>,
): Promise<CreationOutcome> {
  const { posts, isWhole } = await readEqual(client, call, payload, Date.parse(from));
  if (!isWhole) return { kind: 'unknown', message: 'Facebook lists more posts of the page than can be read.' };
  const [fromMs, untilMs] = [Math.floor(Date.parse(from) / 1000) * 1000, Date.parse(until)];
  const isOfCall = ({ id, created_time: at }: Listed): boolean => {
    const madeAtMs = Date.parse(at);
    return !equalPosts.includes(id) && madeAtMs >= fromMs && madeAtMs <= untilMs;
  };
  return { kind: 'candidates', posts: posts.filter(isOfCall).map((post) => candidateOf(client, post)) };
}

function candidateOf({ settings }: FacebookClient, { id, application }: Listed): PostCandidate {
  return { ...postOf(id), isOurs: application?.id === settings.appId };
}

/** Either list may lag behind, or leave a post out. */
const edges = ['published_posts', 'feed'];

async function readEqual(client: FacebookClient, call: Call, payload: Payload, sinceMs: number) {
  const parameters = { since: String(Math.floor(sinceMs / 1000)), fields, limit: '100' };
  const content = readPayload(payload);
  const lists = await Promise.all(
    edges.map(async (edge) => readList(client, call, { path: `${call.channelId}/${edge}`, parameters, row: Listed })),
  );
  const ofPage = lists
    .flatMap(({ rows }) => rows)
    .filter(({ from }) => from === undefined || from.id === call.channelId);
  const equal = ofPage.filter((post) => shows(post, content));
  return {
    posts: [...new Map(equal.map((post) => [post.id, post])).values()],
    isWhole: lists.every(({ isWhole }) => isWhole),
    clockMs: Math.min(...lists.map(({ clockMs }) => clockMs)),
  };
}

/** An address in the text of a post is shown as a link is. */
function shows({ message, attachments }: Listed, { message: wanted, link }: FacebookPayload): boolean {
  if (comparable(message) !== comparable(wanted)) return false;
  const urls = attachmentUrls(attachments).map(comparableUrl);
  if (link !== undefined) return urls.includes(comparableUrl(link));
  return urls.every((url) => message.includes(url) || message.includes(url.replace(/\/$/, '')));
}

function comparableUrl(text: string): string {
  return parseUrl(text)?.href ?? text;
}
