import { Tenant } from '../../models/database/Tenant';
import { WebhookAttempt } from '../../models/webhooks/WebhookAttempt';
import { WebhookDelivery } from '../../models/webhooks/WebhookDelivery';

/** A whole workspace as a tenant, as its API key is one. */
export function tenantOf({ workspaceId }: { workspaceId: string }): Tenant {
  return new Tenant(workspaceId, null);
}

/** All attempts of a delivery, of any owner. */
export async function attemptsOf(deliveryId: string): Promise<WebhookAttempt[]> {
  return WebhookAttempt.ofDelivery((await WebhookDelivery.findByPk(deliveryId))!);
}
