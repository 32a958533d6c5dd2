import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { InPieces } from '../Later';
import { ListFrame, ListSkeleton } from './ListFrame';
import { Pager } from './Pager';

interface Page<Item> extends Omit<ComponentProps<typeof Pager>, 'onPage'> {
  items: readonly Item[];
}

interface Props<Item> {
  query: UseQueryResult<Page<Item>>;
  empty: ComponentProps<typeof ListFrame>['empty'];
  /** Goes to a page. @param replace true: the user has not asked for it, so it is no step of the browser's history */
  onPage: (page: number, replace: boolean) => void;
  children: (items: readonly Item[]) => ReactNode;
}

/** One page of a list, in all states of a list. A page without rows any more gives way to the last page with rows. */
export function PagedList<Item>({ query, empty, onPage, children }: Props<Item>) {
  const last = lastBefore(query.data);
  const isKnown = !query.isPlaceholderData && !query.isFetching;
  const next = isKnown ? last : null;
  const leaveFor = useEffectEvent((page: number) => onPage(page, true));
  useEffect(() => {
    if (next !== null) leaveFor(next);
  }, [next]);
  if (last !== null) return <ListSkeleton />;
  return (
    <ListFrame query={query} isEmpty={({ items }) => items.length === 0} empty={empty}>
      {({ items, ...of }) => (
        <InPieces>
          {children(items)}
          <Pager {...of} onPage={(page) => onPage(page, false)} />
        </InPieces>
      )}
    </ListFrame>
  );
}

/** The last page that has rows, if the present page lies behind it; else null. */
function lastBefore(data: Page<unknown> | undefined): number | null {
  if (!data || data.items.length > 0 || data.total === 0) return null;
  const last = Math.ceil(data.total / data.limit);
  return last < data.page ? last : null;
}
