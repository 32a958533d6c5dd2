import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { InPieces } from '../../parts/Later';
import { ListFrame } from '../../parts/list/ListFrame';
import { numberColumn, ScrollTable } from '../../parts/list/ScrollTable';
import { Section } from '../../parts/Section';
import { texts } from '../../texts/screens/billing';
import { labels } from '../../texts/labels';
import { count } from '../../texts/amounts';
import { operationWords } from '../../words/ledger';
import { spendingQuery } from './queries';

const minWidth = 300;
const columns = [labels.activity, numberColumn(texts.spending.times), numberColumn(labels.credits)];

/** The operations on which credits were spent, since the workspace exists. */
export function Spending() {
  const query = useQuery(spendingQuery);
  return (
    <Section id="spending" title={texts.spending.title}>
      <ListFrame
        query={query}
        isEmpty={({ byOperation }) => byOperation.length === 0}
        empty={{ title: texts.spending.emptyTitle, description: texts.spending.emptyAdvice }}
      >
        {({ byOperation, charged, purchased }) => (
          <InPieces>
            <ScrollTable caption={texts.spending.title} columns={columns} minWidth={minWidth}>
              {byOperation.map(({ operation, credits: spent, count: times }) => (
                <Table.Tr key={operation}>
                  <Table.Td>{operationWords(operation)}</Table.Td>
                  <Table.Td className="tabular">{count(times)}</Table.Td>
                  <Table.Td className="tabular">{count(spent)}</Table.Td>
                </Table.Tr>
              ))}
            </ScrollTable>
            <Text size="sm" c="dimmed" className="tabular">
              {texts.spending.total(charged, purchased)}
            </Text>
          </InPieces>
        )}
      </ListFrame>
    </Section>
  );
}
