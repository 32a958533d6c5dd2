import './list.css';
import { Box, rem, Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { InPieces } from '../Later';

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
  /** Of the frame: the cards of a screen may have another layout. */
  className?: string;
  /** In pixels, of a table that also scrolls downwards. */
  maxHeight?: number;
  children: ReactNode;
}

/**
 * A table that scrolls within itself where it is wider than its place, so that the page does not. On a phone each row is a card, and each
 * of its values has its heading above it (list.css). Numbers alone stay a
 * table: they are compared from row to row.
 */
export function ScrollTable({ caption, columns, lead, minWidth, className, maxHeight, children }: Props) {
  const before = lead === undefined ? 0 : 1;
  const headings = columns.map((column, index) => [`--heading-${index + before + 1}`, JSON.stringify(nameOf(column))]);
  return (
    <Box
      className={['listing-frame', className].join(' ')}
      tabIndex={0}
      role="group"
      aria-label={caption}
      mah={maxHeight}
    >
      <Table
        className={isOfNumbers(columns) ? 'listing' : 'listing listing-cards'}
        style={{ '--width-min': rem(minWidth), ...Object.fromEntries(headings) }}
        highlightOnHover
        stickyHeader={maxHeight !== undefined}
      >
        <Table.Thead>
          <Table.Tr>
            {lead !== undefined && (
              <Table.Th w={40} className="listing-lead">
                {lead}
              </Table.Th>
            )}
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
        <Table.Tbody>
          <InPieces>{children}</InPieces>
        </Table.Tbody>
      </Table>
    </Box>
  );
}

function nameOf(column: Column): string {
  return typeof column === 'string' ? column : column.heading;
}

function isOfNumbers([_name, ...values]: readonly Column[]): boolean {
  return values.every((column) => typeof column !== 'string');
}
