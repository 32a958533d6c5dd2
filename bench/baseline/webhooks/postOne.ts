import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import type { Agent } from 'undici';
import { z } from 'zod';
import { signatureHeaders } from './signatures';

/** One webhook: where to post it, the secret to sign it with, and how long its body is. */
export const Message = z.object({ url: z.string(), secret: z.string(), bodyBytes: z.int() });
export type Message = z.infer<typeof Message>;

/** A webhook that is asked for. Its body names the moment. */
export interface DueMessage extends Message {
  readonly dueAt: string;
}

/**
 * The plainest sender of webhooks that there is: signs a body by both schemes and posts it, on a connection of its own as
 * the service does. @throws Error for any other answer than 204
 */
export async function postOne(agent: Agent, { url, secret, bodyBytes, dueAt }: DueMessage): Promise<void> {
  const id = randomUUID();
  const start = JSON.stringify({ assignmentId: id, timestamp: dueAt, filler: '' });
  const body = start.replace('""', `"${'.'.repeat(Math.max(0, bodyBytes - start.length))}"`);
  const headers = {
    ...signatureHeaders(id, body, secret),
    'x-webhook-attempt': '1',
    'content-type': 'application/json',
    'user-agent': 'bare-program',
    connection: 'close',
  };
  const { statusCode, body: answer } = await request(url, { method: 'POST', dispatcher: agent, headers, body });
  await answer.dump();
  if (statusCode !== 204) throw new Error(`the receiver answered ${statusCode}`);
}
