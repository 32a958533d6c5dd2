import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** The subject of the table, for screen readers. */
  caption: string;
  columns: readonly string[];
  /** The columns that hold numbers. */
  numbers?: readonly string[];
  /** Before the columns: the control that selects all rows. */
  lead?: ReactNode;
  minWidth: number;
  /** In pixels, of a table that also scrolls downwards. */
  maxHeight?: number;
  children: ReactNode;
}

/** A table that scrolls within itself on a narrow screen, so that the page does not. */
export function ScrollTable({ caption, columns, numbers = [], lead, minWidth, maxHeight, children }: Props) {
  return (
    <Table.ScrollContainer
      type="native"
      minWidth={minWidth}
      {...(maxHeight !== undefined && { maxHeight })}
      tabIndex={0}
      role="group"
      aria-label={caption}
      className="listing-frame"
    >
      <Table className="listing" highlightOnHover stickyHeader={maxHeight !== undefined}>
        <Table.Thead>
          <Table.Tr>
            {lead !== undefined && <Table.Th w={40}>{lead}</Table.Th>}
            {columns.map((column) => (
              <Table.Th key={column} scope="col" {...(numbers.includes(column) && { 'data-number': true })}>
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
