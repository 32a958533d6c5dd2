import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { inLanes } from '../../inLanes';
import { BarePost, createActivities } from './activities';
import type { Activities } from './activities';

export const taskQueue = 'bare-temporal';

/** The posts to ask for, and the pace. The title of each is the given one and its number. */
export const Run = z.object({
  post: BarePost,
  count: z.int(),
  concurrency: z.int(),
  perSecond: z.number().optional(),
});
export type Run = z.infer<typeof Run>;

/** What a run has published so far, in milliseconds since 1970. */
export const RunReport = z.object({
  published: z.array(z.object({ createdMs: z.number(), publishedMs: z.number() })),
});
export type RunReport = z.infer<typeof RunReport>;

interface Program {
  readonly activities: Activities;
  /** Starts the workflows of a run. Resolves when all of them are started. */
  readonly begin: (run: Run) => Promise<void>;
  /** Tells what the last run that was begun has published. */
  readonly report: () => RunReport;
}

/**
 * The plainest publisher on Temporal: one workflow with one activity for each post, and one for each webhook. The program
 * stores nothing but what Temporal stores.
 */
export function createProgram({ workflow }: Client): Program {
  const createdMs = new Map<string, number>();
  const published: RunReport['published'] = [];
  const activities = createActivities({
    onPublished: (title) => {
      published.push({ createdMs: createdMs.get(title) ?? Number.NaN, publishedMs: Date.now() });
    },
    startWebhook: async (message) =>
      workflow.start('bareWebhook', { taskQueue, workflowId: `bareWebhook/${randomUUID()}`, args: [message] }),
  });
  return {
    activities,
    begin: async ({ post, count, ...pace }) => {
      createdMs.clear();
      published.length = 0;
      let turn = 0;
      await inLanes(count, pace, async () => {
        const title = `${post.title} ${turn++}`;
        createdMs.set(title, Date.now());
        const args = [{ ...post, title }];
        await workflow.start('barePost', { taskQueue, workflowId: `barePost/${randomUUID()}`, args });
      });
    },
    report: () => ({ published }),
  };
}
