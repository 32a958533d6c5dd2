import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { SearchField } from '../../parts/form/SearchField';
import { InPieces } from '../../parts/Later';
import { ListFrame } from '../../parts/list/ListFrame';
import { Pager } from '../../parts/list/Pager';
import { PlatformTerms } from './PlatformTerms';
import { Screen } from '../../parts/Screen';
import { ConnectMenu } from '../../resources/connections/ConnectMenu';
import { connectionsQuery } from '../../resources/connections/queries';
import type { ConnectionRow } from '../../resources/connections/queries';
import { texts } from '../../texts/screens/connections';
import { useViewer } from '../../viewer/viewer';
import { chosenOf } from './chosenOf';
import { ConnectionCard } from './ConnectionCard';
import { readConnectionSearch } from './search';

const route = getRouteApi('/shell/connections');
const pageSize = 20;

/** The channels of the organization: whether each channel works, and how to repair it. */
export function ConnectionsScreen() {
  const { may, platforms } = useViewer();
  const query = useQuery(connectionsQuery);
  const connect = may('connection.manage') ? <ConnectMenu /> : undefined;
  return (
    <Screen title={texts.title} description={texts.description} actions={connect}>
      <ListFrame
        query={query}
        isEmpty={({ items }) => items.length === 0}
        empty={{
          title: texts.emptyTitle,
          description: connect ? texts.emptyConnectHint : texts.emptyAskHint,
        }}
      >
        {({ items }) => <Channels connections={items} />}
      </ListFrame>
      {platforms.map(({ slug }) => (
        <PlatformTerms key={slug} platform={slug} />
      ))}
    </Screen>
  );
}

/** One page of the channels. All channels are known, so the channels that need attention come first. */
function Channels({ connections }: { connections: readonly ConnectionRow[] }) {
  const { search = '', page: asked = 1 } = route.useSearch();
  const navigate = useNavigate();
  const chosen = chosenOf(connections, search);
  // The last channel of a page may have gone.
  const page = Math.min(asked, Math.max(1, Math.ceil(chosen.length / pageSize)));
  const show = (next: { search?: string; page?: number }, replace = false) =>
    void navigate({ to: '/connections', search: readConnectionSearch(next), replace });
  return (
    <InPieces>
      {connections.length > pageSize && (
        <SearchField maw={320} searched={search} onSearch={(words, isRefined) => show({ search: words }, isRefined)} />
      )}
      {chosen.length === 0 && <Text role="status">{texts.noMatch}</Text>}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <InPieces>
          {chosen.slice((page - 1) * pageSize, page * pageSize).map((connection) => (
            <ConnectionCard key={connection.id} connection={connection} />
          ))}
        </InPieces>
      </SimpleGrid>
      <Pager
        page={page}
        limit={pageSize}
        total={chosen.length}
        onPage={(next) => show({ ...(search !== '' && { search }), page: next })}
      />
    </InPieces>
  );
}
