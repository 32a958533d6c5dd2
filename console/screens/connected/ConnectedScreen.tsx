import { Alert, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleX } from 'lucide-react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { FaultAlert } from '../../parts/FaultAlert';
import { ButtonLink } from '../../parts/links';
import { PendingScreen } from '../../parts/PendingScreen';
import { Screen } from '../../parts/Screen';
import { consentQuery } from '../../resources/connections/consent';
import { connectionsQuery, refreshConnections } from '../../resources/connections/queries';
import { noteStep } from '../../resources/onboarding/queries';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/connected';
import type { Landing } from './landing';

const route = getRouteApi('/shell/connections/done');

/** The page to which the browser returns after the consent: it tells the outcome and the next step. */
export function ConnectedScreen() {
  const { status, connectionId, error = 'platform_error' } = route.useSearch();
  const queries = useQueryClient();
  const { data, error: fault, isFetching, refetch } = useQuery(connectionsQuery);
  const isSaid = status === 'success';
  useEffect(() => {
    if (isSaid) void refreshConnections(queries);
  }, [isSaid, queries]);
  // An address can be typed: its success is believed once the channel is there.
  const channel = isSaid ? data?.items.find(({ id }) => id === connectionId) : undefined;
  const isConnected = channel !== undefined;
  useEffect(() => {
    if (isConnected) noteStep(queries, 'connect_channel');
  }, [isConnected, queries]);
  if (!isSaid) return <NotConnected error={error} />;
  if (!channel && isFetching) return <PendingScreen />;
  if (!channel)
    return (
      <Ended title={texts.notListedTitle}>
        {fault ? <FaultAlert error={fault} onRetry={() => void refetch()} /> : <Text size="sm">{texts.notListed}</Text>}
      </Ended>
    );
  if (!channel.isActive)
    return (
      <Ended title={texts.connectedTitle}>
        <Alert role="status" color="yellow" variant="outline" icon={<CircleAlert aria-hidden />}>
          <Text size="sm">{texts.inactive(channel.name)}</Text>
        </Alert>
      </Ended>
    );
  return (
    <Screen title={texts.connectedTitle}>
      <Alert role="status" color="teal" variant="outline" icon={<CircleCheck aria-hidden />}>
        <Text size="sm">{texts.ready(channel.name)}</Text>
        <MissingFeatures connectionId={channel.id} />
      </Alert>
      <Group>
        <ButtonLink to="/compose" search={{ connectionId: channel.id }}>
          {texts.compose}
        </ButtonLink>
        <ButtonLink variant="default" to="/connections">
          {labels.viewChannels}
        </ButtonLink>
      </Group>
    </Screen>
  );
}

/** Says that the owner did not allow all that was asked for, where the service knows of it. */
function MissingFeatures({ connectionId }: { connectionId: string }) {
  const { data: ended } = useQuery(consentQuery);
  const isMissing = ended?.connectionId === connectionId && ended.missing.length > 0;
  return isMissing && <Text size="sm">{texts.notAllowed}</Text>;
}

/** The reason why no channel was connected: the service's own reason, where it has one, says more than the error. */
function NotConnected({ error }: Required<Pick<Landing, 'error'>>) {
  const { data: ended, isPending } = useQuery(consentQuery);
  if (isPending) return <PendingScreen />;
  const { cause, advice } = texts.failures[error];
  const reason = ended?.error === error ? ended.reason : null;
  return (
    <Ended title={texts.failedTitle}>
      <Alert role="alert" color="red" variant="outline" icon={<CircleX aria-hidden />}>
        <Text size="sm" className="breakable">
          {cause} {reason ?? advice}
        </Text>
      </Alert>
    </Ended>
  );
}

/** The end of a consent from which only the connections lead on. */
function Ended({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Screen title={title}>
      {children}
      <Group>
        <ButtonLink to="/connections">{labels.viewChannels}</ButtonLink>
      </Group>
    </Screen>
  );
}
