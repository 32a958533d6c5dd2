import { proxyActivities } from '@temporalio/workflow';
import type { DueMessage } from '../webhooks/postOne';
import type { Activities, BarePost } from './activities';

/** A failure is to be seen, not to be tried again. */
const { publish, deliver } = proxyActivities<Activities>({
  startToCloseTimeout: '1m',
  retry: { maximumAttempts: 1 },
});

/** Publishes one post. */
export async function barePost(post: BarePost): Promise<void> {
  await publish(post);
}

/** Delivers one webhook. */
export async function bareWebhook(message: DueMessage): Promise<void> {
  await deliver(message);
}
