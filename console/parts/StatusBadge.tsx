import { Badge } from '@mantine/core';
import type { AssignmentStatus } from '../../domain/assignment';
import { statusWords } from '../words/states';

export function StatusBadge({ status }: { status: AssignmentStatus }) {
  const { label, color } = statusWords[status];
  return <Badge color={color}>{label}</Badge>;
}
