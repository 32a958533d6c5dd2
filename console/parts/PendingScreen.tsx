import { Skeleton, Stack } from '@mantine/core';
import { labels } from '../texts/labels';

/** The shape of a screen that is not read yet: a title and two cards. */
export function PendingScreen() {
  return (
    <Stack gap="lg" role="status" aria-label={labels.loading}>
      <Skeleton height={32} maw={240} />
      <Skeleton height={160} />
      <Skeleton height={240} />
    </Stack>
  );
}
