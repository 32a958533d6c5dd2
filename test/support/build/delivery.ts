import type { InferAttributes } from 'sequelize';
import { transitionAssignment } from '../../../models/transition';
import { WebhookDelivery } from '../../../models/WebhookDelivery';
import { buildAssignment } from './assignment';

export interface BuiltDelivery {
  deliveryId: string;
  assignmentId: string;
  /** Its start, not dispatched. */
  outboxId: number;
}

/**
 * The delivery that a video's first transition promises to `url`; `overrides` are then written over its row as they are.
 */
export async function buildDelivery(
  parent: Parameters<typeof buildAssignment>[0],
  url: string,
  overrides: Partial<InferAttributes<WebhookDelivery>> = {},
): Promise<BuiltDelivery> {
  const { assignmentId } = await buildAssignment(parent, { callbackUrl: url });
  const moved = await transitionAssignment(assignmentId, 1, { to: 'uploading' });
  const delivery = await WebhookDelivery.findOne({ where: { assignmentId }, raw: true });
  if (moved.kind !== 'moved' || !delivery) throw new Error('the transition promised no webhook');
  if (Object.keys(overrides).length > 0) await WebhookDelivery.update(overrides, { where: { id: delivery.id } });
  return { deliveryId: delivery.id, assignmentId, outboxId: moved.outboxIds[0]! };
}
