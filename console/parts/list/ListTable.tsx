import { Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { InPieces } from '../Later';
import { ListFrame } from './ListFrame';
import { ScrollTable } from './ScrollTable';

interface Props<Item> extends Omit<ComponentProps<typeof ScrollTable>, 'children'> {
  query: UseQueryResult<{ items: readonly Item[] }>;
  empty: ComponentProps<typeof ListFrame>['empty'];
  /** The words at its end: how many there are, or their sum. */
  end: (items: readonly Item[]) => string;
  /** The row of an item, with its key. */
  children: (item: Item) => ReactNode;
}

/** A list that is whole on one page, as a table, in all states of a list. */
export function ListTable<Item>({ query, empty, end, children, ...table }: Props<Item>) {
  return (
    <ListFrame query={query} isEmpty={({ items }) => items.length === 0} empty={empty}>
      {({ items }) => (
        <InPieces>
          <ScrollTable {...table}>{items.map((item) => children(item))}</ScrollTable>
          <Text size="sm" c="dimmed" className="tabular">
            {end(items)}
          </Text>
        </InPieces>
      )}
    </ListFrame>
  );
}
