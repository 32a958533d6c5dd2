import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { CopyValue } from '../../parts/CopyValue';
import { ListFrame } from '../../parts/list/ListFrame';
import { Screen } from '../../parts/Screen';
import { texts } from '../../texts/screens/assistants';
import { GrantCard } from './GrantCard';
import { grantsQuery } from './queries';

/** The MCP clients that may act for the workspace. */
export function AssistantsScreen() {
  const query = useQuery(grantsQuery);
  return (
    <Screen title={texts.title} description={texts.description}>
      {query.data && (
        <div>
          <Text size="sm">{texts.connectHint}</Text>
          <CopyValue name={texts.serverUrlName} value={query.data.resource} />
        </div>
      )}
      <ListFrame
        query={query}
        isEmpty={({ items }) => items.length === 0}
        empty={{ title: texts.emptyTitle, description: texts.emptyDescription }}
      >
        {({ items }) => (
          <>
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              {items.map((grant) => (
                <GrantCard key={grant.id} grant={grant} />
              ))}
            </SimpleGrid>
            <Text size="sm" c="dimmed">
              {texts.total(items.length)}
            </Text>
          </>
        )}
      </ListFrame>
    </Screen>
  );
}
