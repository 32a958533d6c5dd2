import { Agent } from 'undici';
import { z } from 'zod';
import { Post, publishOne } from '../publish/publishOne';
import { Message, postOne } from '../webhooks/postOne';
import type { DueMessage } from '../webhooks/postOne';

/** A post, and the webhooks that its publication causes. */
export const BarePost = Post.extend({ webhooks: Message.extend({ count: z.int() }).optional() });
export type BarePost = z.infer<typeof BarePost>;

interface Listener {
  /** Hears that a post is in public. */
  readonly onPublished: (title: string) => void;
  readonly startWebhook: (message: Message) => Promise<unknown>;
}

/** The activities of both workflows. */
export function createActivities({ onPublished, startWebhook }: Listener) {
  const agent = new Agent();
  return {
    async publish({ webhooks, ...post }: BarePost): Promise<void> {
      await publishOne(agent, post);
      onPublished(post.title);
      if (webhooks === undefined) return;
      const { count, ...message } = webhooks;
      await Promise.all(Array.from({ length: count }, async () => startWebhook(message)));
    },
    async deliver(message: DueMessage): Promise<void> {
      await postOne(agent, message);
    },
  };
}
export type Activities = ReturnType<typeof createActivities>;
