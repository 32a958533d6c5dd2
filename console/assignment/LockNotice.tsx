import { Alert } from '@mantine/core';

/** Says in an open dialog why the post cannot be changed now; nothing if it can. */
export function LockNotice({ reason }: { reason: string | null }) {
  if (reason === null) return null;
  return (
    <Alert color="yellow" variant="outline">
      {reason}
    </Alert>
  );
}
