import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { numberColumn } from '../../parts/list/ScrollTable';
import { ListTable } from '../../parts/list/ListTable';
import { PersonCell } from '../../parts/PersonCell';
import { Section } from '../../parts/Section';
import { texts } from '../../texts/screens/billing';
import { labels } from '../../texts/labels';
import { count } from '../../texts/amounts';
import { usageQuery } from './queries';

const minWidth = 300;
const columns = [texts.usage.usedBy, numberColumn(texts.usage.posts), numberColumn(labels.credits)];

/** The use of this cycle's credits, user by user. */
export function Usage() {
  const query = useQuery(usageQuery);
  return (
    <Section id="usage" title={texts.usage.title}>
      <ListTable
        query={query}
        empty={{ title: texts.usage.emptyTitle, description: texts.usage.emptyAdvice }}
        caption={texts.usage.caption}
        columns={columns}

        minWidth={minWidth}
        end={(items) => texts.usage.total(items.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0))}
      >
        {({ userId, name, email, assignments, creditsUsed }) => (
          <Table.Tr key={userId ?? 'programs'}>
            <PersonCell name={name} email={email} />
            <Table.Td className="tabular">{count(assignments)}</Table.Td>
            <Table.Td className="tabular">{count(creditsUsed)}</Table.Td>
          </Table.Tr>
        )}
      </ListTable>
    </Section>
  );
}
