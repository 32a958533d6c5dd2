import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { inLanes } from '../tools/inLanes';

/** POST requests to be sent, and how. */
export const Load = z.object({
  /** Each is sent to in turn. */
  targets: z.array(z.object({ url: z.string(), apiKey: z.string(), body: z.string() })).min(1),
  count: z.int(),
  concurrency: z.int(),
  perSecond: z.number().optional(),
});
export type Load = z.infer<typeof Load>;

/** The result: milliseconds from sending each request to the end of its answer, and all of them together. */
export const LoadReport = z.object({ seconds: z.number(), latenciesMs: z.array(z.number()) });
export type LoadReport = z.infer<typeof LoadReport>;

/** The number of requests before the timed requests: a program that has just begun is not to be measured. */
export const rehearsalCount = (count: number): number => Math.ceil(count / 10);

/**
 * Sends each with an idempotency key of its own, on connections that are kept.
 * @throws Error for any other answer than 201
 */
export async function generateLoad({ targets, count, ...pace }: Load): Promise<LoadReport> {
  const agent = new Agent({ connections: pace.concurrency, pipelining: 1 });
  let sent = 0;
  const send = async (): Promise<number> => {
    const target = targets[sent % targets.length];
    sent += 1;
    return target === undefined ? Number.NaN : post(agent, target);
  };
  await inLanes(rehearsalCount(count), { concurrency: pace.concurrency }, send);
  const beganAtMs = performance.now();
  const latenciesMs = await inLanes(count, pace, send);
  const seconds = (performance.now() - beganAtMs) / 1000;
  await agent.close();
  return { seconds, latenciesMs };
}

async function post(agent: Agent, { url, apiKey, body }: Load['targets'][number]): Promise<number> {
  const sentAtMs = performance.now();
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
  };
  const { statusCode, body: answer } = await request(url, { dispatcher: agent, method: 'POST', headers, body });
  const text = await answer.text();
  if (statusCode !== 201) throw new Error(`a request was answered ${statusCode}: ${text}`);
  return performance.now() - sentAtMs;
}
