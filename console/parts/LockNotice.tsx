import { Alert } from '@mantine/core';

/** Says in an open dialog why its act is not possible now; nothing if it is. */
export function LockNotice({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <Alert color="yellow" variant="outline">
      {reason}
    </Alert>
  );
}
