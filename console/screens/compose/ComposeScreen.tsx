import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../../parts/lazyPart';
import { ButtonLink } from '../../parts/links';
import { ListFrame } from '../../parts/list/ListFrame';
import { PendingScreen } from '../../parts/PendingScreen';
import { Screen } from '../../parts/Screen';
import { connectionsQuery } from '../../resources/connections/queries';
import { labels } from '../../texts/labels';
import { texts } from '../../texts/screens/compose';
import { useViewer } from '../../viewer/viewer';
import { Composer } from './Composer';

/** Few links name a post, so it is loaded by itself. */
const BeginFrom = lazyPart(async () => (await import('./BeginFrom')).BeginFrom);

const route = getRouteApi('/shell/compose');

/** Writes a post, and publishes it now or later. A link may name the post that it begins with. */
export function ComposeScreen() {
  const { from } = route.useSearch();
  if (from === undefined) return <FormScreen />;
  return (
    <Screen title={texts.title}>
      <Suspense fallback={<PendingScreen />}>
        <BeginFrom key={from} assignmentId={from} />
      </Suspense>
    </Screen>
  );
}

function FormScreen() {
  const query = useQuery(connectionsQuery);
  const { organization } = useViewer();
  return (
    <Screen title={texts.title}>
      <ListFrame
        query={query}
        isEmpty={({ items }) => !items.some(({ isActive }) => isActive)}
        empty={{
          title: texts.noChannelsTitle,
          description: texts.noChannelsDescription,
          action: <ButtonLink to="/connections">{labels.viewChannels}</ButtonLink>,
        }}
      >
        {({ items }) => <Composer key={organization.id} channels={items.filter(({ isActive }) => isActive)} />}
      </ListFrame>
    </Screen>
  );
}
