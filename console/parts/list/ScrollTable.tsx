import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A column, by its heading. */
export type Column = string | { heading: string; isNumber: true };

/** A column of numbers. */
export function numberColumn(heading: string): Column {
  return { heading, isNumber: true };
}

interface Props {
  /** The subject of the table, for screen readers. */
  caption: string;
  columns: readonly Column[];
  /** Before the columns: the control that selects all rows. */
  lead?: ReactNode;
  minWidth: number;
  /** In pixels, of a table that also scrolls downwards. */
  maxHeight?: number;
  children: ReactNode;
}

/** A table that scrolls within itself on a narrow screen, so that the page does not. */
export function ScrollTable({ caption, columns, lead, minWidth, maxHeight, children }: Props) {
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
            {columns.map((column, index) =>
              typeof column === 'string' ? (
                <Table.Th key={index} scope="col">
                  {column}
                </Table.Th>
              ) : (
                <Table.Th key={index} scope="col" data-number>
                  {column.heading}
                </Table.Th>
              ),
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
