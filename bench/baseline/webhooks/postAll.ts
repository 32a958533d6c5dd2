import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { inLanes } from '../../inLanes';
import { signatureHeaders } from './signatures';

/** The requests to post, and the way to do it. */
export const Posting = z.object({
  /** Of the receiver. */
  url: z.string(),
  secret: z.string(),
  count: z.int(),
  bodyBytes: z.int(),
  concurrency: z.int(),
  perSecond: z.number().optional(),
});
export type Posting = z.infer<typeof Posting>;

/**
 * The plainest sender of webhooks that there is: signs a body and posts it, on a connection of its own as the service
 * does. All of it once to `/rehearsal` before, so that a program that has just begun is not what is measured.
 * @returns the ids of what was posted
 * @throws Error for any other answer than 204
 */
export async function postAll({ url, count, concurrency, perSecond, ...message }: Posting): Promise<string[]> {
  const agent = new Agent();
  const post = async (path: string) => postOne(agent, { ...message, url: `${url}${path}` });
  await inLanes(count, { concurrency }, async () => post('/rehearsal'));
  const ids = await inLanes(count, { concurrency, perSecond }, async () => post('/hooks'));
  await agent.close();
  return ids;
}

/** One webhook: where to post it, the secret to sign it with, and how long its body is. */
export const Message = Posting.pick({ url: true, secret: true, bodyBytes: true });
export type Message = z.infer<typeof Message>;

/** Posts one webhook, signed by both schemes. @returns its id @throws Error for any other answer than 204 */
export async function postOne(agent: Agent, { url, secret, bodyBytes }: Message): Promise<string> {
  const id = randomUUID();
  const start = JSON.stringify({ assignmentId: id, timestamp: new Date().toISOString(), filler: '' });
  const body = start.replace('""', `"${'.'.repeat(Math.max(0, bodyBytes - start.length))}"`);
  const headers = {
    ...signatureHeaders(id, body, secret),
    'x-webhook-attempt': '1',
    'content-type': 'application/json',
    'user-agent': 'bare-loop',
    connection: 'close',
  };
  const { statusCode, body: answer } = await request(url, { method: 'POST', dispatcher: agent, headers, body });
  await answer.dump();
  if (statusCode !== 204) throw new Error(`the receiver answered ${statusCode}`);
  return id;
}
