import { Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ListTable } from '../../parts/list/ListTable';
import { PersonCell } from '../../parts/PersonCell';
import { Section } from '../../parts/Section';
import { count, credits } from '../../words/amounts';
import { usageQuery } from './queries';

const minWidth = 300;
const columns = ['Used by', 'Assignments', 'Credits'];
const numbers = ['Assignments', 'Credits'];

/** The use of this cycle's credits, user by user. */
export function Usage() {
  const query = useQuery(usageQuery);
  return (
    <Section id="usage" title="Used in this cycle">
      <ListTable
        query={query}
        empty={{ title: 'Nothing used yet', description: 'Each member that publishes in this cycle is listed here.' }}
        caption="Usage by member"
        columns={columns}
        numbers={numbers}
        minWidth={minWidth}
        end={(items) => `${credits(items.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0))} in all`}
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
