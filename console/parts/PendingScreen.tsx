import { Center, Loader } from '@mantine/core';
import { common } from '../texts/common';

export function PendingScreen() {
  return (
    <Center py="xl" role="status" aria-label={common.loading}>
      <Loader />
    </Center>
  );
}
