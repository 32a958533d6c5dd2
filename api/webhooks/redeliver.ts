import { failpoint } from '../../lib/failpoint';
import { inTransaction } from '../../models/database';
import { WebhookDelivery } from '../../models/WebhookDelivery';
import type { Actor } from '../auth/Actor';
import type { Context } from '../http/defineRoute';
import { notFound } from '../http/errors';

/**
 * Begins a new round of attempts, whatever has become of the delivery. Its workflow is started after the commit.
 * @returns the delivery as that leaves it
 * @throws ApiError 404
 */
export async function redeliverWebhook({ actor, deps }: Context<Actor>, id: string): Promise<WebhookDelivery> {
  const { workspaceId } = actor;
  const { delivery, outboxId } = await inTransaction(deps.sequelize, async (transaction) => {
    const outboxId = await WebhookDelivery.redeliver(workspaceId, id, transaction);
    const delivery = await WebhookDelivery.ofWorkspace(workspaceId, id, transaction);
    failpoint('redeliver.written');
    if (outboxId === null || !delivery) throw notFound('webhook delivery');
    return { delivery, outboxId };
  });
  failpoint('redeliver.committed');
  deps.dispatch([outboxId]);
  return delivery;
}
