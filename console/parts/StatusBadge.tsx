import { Badge } from '@mantine/core';
import type { AssignmentStatus } from '../../domain/assignment';
import { statusIcons } from '../look/statusIcons';
import { statusWords } from '../words/states';

/** The state of a post: everywhere the same colour, icon and word. */
export function StatusBadge({ status }: { status: AssignmentStatus }) {
  return (
    <Badge variant="default" leftSection={<StatusIcon status={status} />}>
      {statusWords[status].label}
    </Badge>
  );
}

/** The icon of a state alone, where its word stands nearby. */
export function StatusIcon({ status, size = 14 }: { status: AssignmentStatus; size?: number }) {
  const Icon = statusIcons[status];
  return <Icon aria-hidden size={size} color={`var(--status-${status})`} />;
}
