import { EmptyState, Loader, Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Inbox } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { labels } from '../../texts/labels';
import { FaultAlert } from '../FaultAlert';

interface Props<Data> {
  query: UseQueryResult<Data>;
  isEmpty: (data: Data) => boolean;
  /** The text of an empty list, with an action if there is one. */
  empty: { title: string; description: string; action?: ReactNode };
  children: (data: Data) => ReactNode;
}

const rows = [1, 2, 3, 4];

/** The keys that press a button are clicks, too. */
function refuseClick(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** The place of a list that is being read and has nothing to show yet. */
export function ListSkeleton() {
  return (
    <Stack gap="xs" role="status" aria-label={labels.loading} aria-busy>
      {rows.map((row) => (
        <Skeleton key={row} height={40} />
      ))}
    </Stack>
  );
}

/**
 * The states of every list: loading, unreadable, empty, or shown. While another page or filter is read, the last list
 * stays with a sign of the reading, and takes no clicks.
 */
export function ListFrame<Data>({ query, isEmpty, empty, children }: Props<Data>) {
  const { data, error, isPending, isPlaceholderData, refetch } = query;
  if (isPending) return <ListSkeleton />;
  if (data === undefined) return <FaultAlert error={error} onRetry={() => void refetch()} />;
  // The last list was empty, which says nothing of the list that is being read.
  if (isPlaceholderData && isEmpty(data)) return <ListSkeleton />;
  return (
    <Stack gap="sm">
      {error && <FaultAlert error={error} onRetry={() => void refetch()} />}
      {isEmpty(data) ? (
        <EmptyState py="xl" icon={<Inbox aria-hidden size={32} />} title={empty.title} description={empty.description}>
          {empty.action !== undefined && <EmptyState.Actions>{empty.action}</EmptyState.Actions>}
        </EmptyState>
      ) : (
        <Stack
          gap="sm"
          pos="relative"
          aria-busy={isPlaceholderData}
          {...(isPlaceholderData && { onClickCapture: refuseClick })}
        >
          {isPlaceholderData && (
            <Loader pos="absolute" top={4} right={4} size="sm" role="status" aria-label={labels.loading} />
          )}
          {children(data)}
        </Stack>
      )}
    </Stack>
  );
}
