import { Badge } from '@mantine/core';
import type { DeliveryStatus } from '../../../domain/webhook';
import { deliveryWords } from '../../words/states';

export function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const { label, color } = deliveryWords[status];
  return <Badge color={color}>{label}</Badge>;
}
