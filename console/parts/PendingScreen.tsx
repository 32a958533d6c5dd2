import { Center, Loader } from '@mantine/core';
import { labels } from '../texts/labels';

export function PendingScreen() {
  return (
    <Center py="xl" role="status" aria-label={labels.loading}>
      <Loader />
    </Center>
  );
}
