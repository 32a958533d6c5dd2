import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ListFrame } from '../../parts/list/ListFrame';
import { ScrollTable } from '../../parts/list/ScrollTable';
import { Section } from '../../parts/Section';
import { count, credits } from '../../words/amounts';
import { operationWords } from '../../words/ledger';
import { spendingQuery } from './queries';

const minWidth = 300;
const columns = ['For', 'How often', 'Credits'];
const numbers = ['How often', 'Credits'];

/** The operations on which credits were spent, since the workspace exists. */
export function Spending() {
  const query = useQuery(spendingQuery);
  return (
    <Section id="spending" title="Where the credits went">
      <ListFrame
        query={query}
        isEmpty={({ byOperation }) => byOperation.length === 0}
        empty={{ title: 'Nothing is charged yet', description: 'A post is charged when it is published.' }}
      >
        {({ byOperation, charged, purchased }) => (
          <>
            <ScrollTable caption="Where the credits went" columns={columns} numbers={numbers} minWidth={minWidth}>
              {byOperation.map(({ operation, credits: spent, count: times }) => (
                <Table.Tr key={operation}>
                  <Table.Td>{operationWords(operation)}</Table.Td>
                  <Table.Td className="tabular">{count(times)}</Table.Td>
                  <Table.Td className="tabular">{count(spent)}</Table.Td>
                </Table.Tr>
              ))}
            </ScrollTable>
            <Text size="sm" c="dimmed" className="tabular">
              {credits(charged)} charged in all, {count(purchased)} bought.
            </Text>
          </>
        )}
      </ListFrame>
    </Section>
  );
}
