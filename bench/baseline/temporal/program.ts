import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { inLanes } from '../../tools/inLanes';
import { Message } from '../webhooks/postOne';
import { BarePost, createActivities } from './activities';
import type { Activities } from './activities';

export const taskQueue = 'bare-temporal';

const pace = { count: z.int(), concurrency: z.int(), perSecond: z.number().optional() };
/** The posts or the webhooks to ask for, and the pace. The title of each post is the given one and its number. */
export const Run = z.union([z.object({ ...pace, post: BarePost }), z.object({ ...pace, webhook: Message })]);
export type Run = z.infer<typeof Run>;

/** The posts that a run has published so far, with their times in milliseconds since 1970. */
export const RunReport = z.object({
  published: z.array(z.object({ createdMs: z.number(), publishedMs: z.number() })),
});
export type RunReport = z.infer<typeof RunReport>;

interface Program {
  readonly activities: Activities;
  /** Starts the workflows of a run. Resolves when all of them are started. */
  readonly begin: (run: Run) => Promise<void>;
  /** Reports the posts that the latest run has published. */
  readonly report: () => RunReport;
}

/**
 * The plainest publisher on Temporal: one workflow with one activity for each post, and one for each webhook. The
 * program stores nothing but Temporal's own data.
 */
export function createProgram({ workflow }: Client): Program {
  const createdMs = new Map<string, number>();
  const published: RunReport['published'] = [];
  const start = async (type: string, argument: object) =>
    workflow.start(type, { taskQueue, workflowId: `${type}/${randomUUID()}`, args: [argument] });
  const startWebhook = async (message: Message) =>
    start('bareWebhook', { ...message, dueAt: new Date().toISOString() });
  const activities = createActivities({
    onPublished: (title) => {
      published.push({ createdMs: createdMs.get(title) ?? Number.NaN, publishedMs: Date.now() });
    },
    startWebhook,
  });
  const startPost = async (post: BarePost) => {
    createdMs.set(post.title, Date.now());
    return start('barePost', post);
  };
  return {
    activities,
    begin: async ({ count, concurrency, perSecond, ...asked }) => {
      createdMs.clear();
      published.length = 0;
      let turn = 0;
      await inLanes(count, { concurrency, perSecond }, async () =>
        'webhook' in asked
          ? startWebhook(asked.webhook)
          : startPost({ ...asked.post, title: `${asked.post.title} ${turn++}` }),
      );
    },
    report: () => ({ published }),
  };
}
