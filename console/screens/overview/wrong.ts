import type { WebhookDelivery } from '../../../api/webhooks/schema';
import { publishCredits } from '../../../domain/credits';
import type { AssignmentRow } from '../../resources/assignments/list';
import { nextActionOf } from '../../resources/assignments/nextAction';
import { isBroken, needsAttention } from '../../resources/connections/attention';
import type { ConnectionRow } from '../../resources/connections/queries';

/** The part of the month's credits below which they are low. */
const lowPart = 0.1;

/** A lost webhook is a matter for so long; after that its caller has asked the API, or never will. */
const webhookMs = 7 * 86_400_000;

/** A channel to which nothing can be published, or soon nothing can be. */
export interface WrongChannel {
  connection: ConnectionRow;
  /** The failed posts that wait for it. */
  posts: number;
}

export interface Wrong {
  channels: readonly WrongChannel[];
  /** Failed posts, each with a cause of its own. */
  posts: readonly AssignmentRow[];
}

/**
 * The matters that need a person. A post that failed because of its channel is told with the channel, and not once more. A channel that
 * somebody has switched off is one only while posts wait for it. Pure.
 */
export function wrongOf(failed: readonly AssignmentRow[], connections: readonly ConnectionRow[]): Wrong {
  const broken = new Set(connections.filter(isBroken).map(({ id }) => id));
  const waits = (post: AssignmentRow) => nextActionOf(post) === 'mend' && broken.has(post.connection.id);
  const waiting = failed.filter(waits);
  const channels = connections
    .map((connection) => ({
      connection,
      posts: waiting.filter((post) => post.connection.id === connection.id).length,
    }))
    .filter(({ connection, posts }) => (connection.isActive ? needsAttention(connection) : posts > 0));
  return { channels, posts: failed.filter((post) => !waits(post)) };
}

/** Tells whether the credits do not last for much more. Pure. */
export function isLow({ balance, monthlyCredits }: { balance: number; monthlyCredits: number }): boolean {
  return balance < Math.max(publishCredits.video, lowPart * monthlyCredits);
}

/** The newest of these webhooks that was lost lately. Pure. */
export function lostWebhook(failed: readonly WebhookDelivery[], nowMs: number): WebhookDelivery | undefined {
  return failed.find(({ lastAttemptAt }) => lastAttemptAt !== null && nowMs - Date.parse(lastAttemptAt) < webhookMs);
}
