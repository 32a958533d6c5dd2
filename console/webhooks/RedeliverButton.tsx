import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { announce, announceFault } from '../parts/announce';
import { redeliver, refreshDeliveries } from './queries';

/** @param of tells several of these buttons apart */
export function RedeliverButton({ id, of }: { id: string; of: string }) {
  const queries = useQueryClient();
  const again = useMutation({
    mutationFn: async () => redeliver(id),
    onSuccess: async () => {
      announce('It is sent once more.');
      await refreshDeliveries(queries);
    },
    onError: announceFault,
  });
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Redeliver ${of}`}
      loading={again.isPending}
      onClick={() => again.mutate()}
    >
      Redeliver
    </Button>
  );
}
