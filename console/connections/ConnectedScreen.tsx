import { Alert, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CircleCheck, CircleX } from 'lucide-react';
import { useEffect } from 'react';
import { noteStep } from '../overview/onboarding';
import { ButtonLink } from '../parts/links';
import { Screen } from '../parts/Screen';
import { landingWords } from './landing';
import { connectionsQuery, refreshConnections } from './queries';

const route = getRouteApi('/shell/connections/done');

/** Where the browser lands after the consent: says what came of it, and what comes next. */
export function ConnectedScreen() {
  const { status, connectionId, error = 'platform_error' } = route.useSearch();
  const queries = useQueryClient();
  const { data } = useQuery(connectionsQuery);
  const isConnected = status === 'success';
  useEffect(() => {
    if (!isConnected) return;
    void refreshConnections(queries);
    noteStep(queries, 'connect_channel');
  }, [isConnected, queries]);
  if (!isConnected)
    return (
      <Screen title="The channel is not connected">
        <Alert role="alert" color="red" variant="outline" icon={<CircleX aria-hidden />}>
          <Text size="sm">{landingWords[error]}</Text>
        </Alert>
        <Group>
          <ButtonLink to="/connections">To the connections</ButtonLink>
        </Group>
      </Screen>
    );
  const name = data?.items.find(({ id }) => id === connectionId)?.name;
  return (
    <Screen title="The channel is connected">
      <Alert role="status" color="teal" variant="outline" icon={<CircleCheck aria-hidden />}>
        <Text size="sm">{name === undefined ? 'You' : `“${name}” is ready: you`} can publish to it now.</Text>
      </Alert>
      <Group>
        <ButtonLink to="/compose" search={connectionId === undefined ? {} : { connectionId }}>
          Compose a post
        </ButtonLink>
        <ButtonLink variant="default" to="/connections">
          To the connections
        </ButtonLink>
      </Group>
    </Screen>
  );
}
