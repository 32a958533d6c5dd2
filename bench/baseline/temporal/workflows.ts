import { proxyActivities } from '@temporalio/workflow';
import type { Message } from '../webhooks/postAll';
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
export async function bareWebhook(message: Message): Promise<void> {
  await deliver(message);
}
