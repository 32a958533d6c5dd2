import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ListFrame } from '../parts/ListFrame';
import { ScrollTable } from '../parts/ScrollTable';
import { Section } from '../parts/Section';
import { count, credits } from '../words/amounts';
import { usageQuery } from './queries';

const minWidth = 300;
const columns = ['Used by', 'Assignments', 'Credits'];
const numbers = ['Assignments', 'Credits'];

/** The use of this cycle's credits, user by user. */
export function Usage() {
  const query = useQuery(usageQuery);
  return (
    <Section id="usage" title="Used in this cycle">
      <ListFrame
        query={query}
        isEmpty={({ items }) => items.length === 0}
        empty={{ title: 'Nothing used yet', description: 'Each member that publishes in this cycle is listed here.' }}
      >
        {({ items }) => (
          <>
            <ScrollTable caption="Usage by member" columns={columns} numbers={numbers} minWidth={minWidth}>
              {items.map(({ userId, name, email, assignments, creditsUsed }) => (
                <Table.Tr key={userId ?? 'programs'}>
                  <Table.Td maw={240}>
                    <Text size="sm" className="breakable">
                      {name}
                    </Text>
                    {email !== null && (
                      <Text size="xs" c="dimmed" className="breakable">
                        {email}
                      </Text>
                    )}
                  </Table.Td>
                  <Table.Td className="tabular">{count(assignments)}</Table.Td>
                  <Table.Td className="tabular">{count(creditsUsed)}</Table.Td>
                </Table.Tr>
              ))}
            </ScrollTable>
            <Text size="sm" c="dimmed" className="tabular">
              {credits(items.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0))} in all
            </Text>
          </>
        )}
      </ListFrame>
    </Section>
  );
}
