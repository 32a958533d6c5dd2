import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CopyValue } from '../../parts/CopyValue';
import { ListFrame } from '../../parts/list/ListFrame';
import { Screen } from '../../parts/Screen';
import { counted } from '../../words/amounts';
import { GrantCard } from './GrantCard';
import { grantsQuery } from './queries';

/** The MCP clients that may act for the workspace. */
export function AssistantsScreen() {
  const query = useQuery(grantsQuery);
  return (
    <Screen
      title="Assistants"
      description="MCP clients that may act for your workspace. Nobody has verified their names."
    >
      {query.data && (
        <div>
          <Text size="sm">Give an assistant this address. It then asks for the API key of your workspace, once.</Text>
          <CopyValue name="the address for assistants" value={query.data.resource} />
        </div>
      )}
      <ListFrame
        query={query}
        isEmpty={({ items }) => items.length === 0}
        empty={{
          title: 'No assistant has access',
          description: 'Each assistant that was given access is listed here, until its access ends after 30 days.',
        }}
      >
        {({ items }) => (
          <>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {items.map((grant) => (
                <GrantCard key={grant.id} grant={grant} />
              ))}
            </SimpleGrid>
            <Text size="sm" c="dimmed">
              {counted(items.length, 'assistant')}
            </Text>
          </>
        )}
      </ListFrame>
    </Screen>
  );
}
