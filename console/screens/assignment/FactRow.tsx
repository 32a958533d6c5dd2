import { Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A fact of a post, by its name. */
export function FactRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" w={120} fw={500}>
        {name}
      </Table.Th>
      <Table.Td>
        <Text size="sm" component="div" className="breakable" lineClamp={6}>
          {children}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

/** The table of some facts. */
export function FactList({ children }: { children: ReactNode }) {
  return (
    <Table variant="vertical" layout="fixed" withRowBorders={false} verticalSpacing={4}>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
}
