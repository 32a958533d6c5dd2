import { Center, Loader } from '@mantine/core';

export function PendingScreen() {
  return (
    <Center py="xl" role="status" aria-label="Loading">
      <Loader />
    </Center>
  );
}
