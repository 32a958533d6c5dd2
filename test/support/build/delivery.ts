import type { InferAttributes } from 'sequelize';
import { moveOn } from './moveOn';
import { WebhookDelivery } from '../../../models/webhooks/WebhookDelivery';
import { buildAssignment } from './assignment';

export interface BuiltDelivery {
  deliveryId: string;
  assignmentId: string;
  /** Its start, not dispatched. */
  outboxId: number;
}

/**
 * The delivery that a video's first move promises to `url`; `overrides` are then written over its row as they are.
 */
export async function buildDelivery(
  parent: Parameters<typeof buildAssignment>[0],
  url: string,
  overrides: Partial<InferAttributes<WebhookDelivery>> = {},
): Promise<BuiltDelivery> {
  const { assignmentId } = await buildAssignment(parent, { callbackUrl: url });
  const [outboxId] = await moveOn(assignmentId, { to: 'uploading' });
  const delivery = await WebhookDelivery.findOne({ where: { assignmentId }, raw: true });
  if (outboxId === undefined || !delivery) throw new Error('the move promised no webhook');
  if (Object.keys(overrides).length > 0) await WebhookDelivery.update(overrides, { where: { id: delivery.id } });
  return { deliveryId: delivery.id, assignmentId, outboxId };
}
