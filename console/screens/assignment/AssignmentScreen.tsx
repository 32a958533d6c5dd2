import { Grid, Group, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense } from 'react';
import type { InspectedAssignment } from '../../../api/assignments/consoleSchema';
import { endedStatuses } from '../../../domain/assignment';
import { FaultAlert } from '../../parts/FaultAlert';
import { lazyPart } from '../../parts/lazyPart';
import { TextLink } from '../../parts/links';
import { PendingScreen } from '../../parts/PendingScreen';
import { Screen } from '../../parts/Screen';
import { assignmentQuery } from '../../resources/assignments/assignment';
import { titleOf } from '../../resources/assignments/titleOf';
import { connectionsQuery } from '../../resources/connections/queries';
import { texts } from '../../texts/screens/assignment';
import { usePlatformName } from '../../viewer/viewer';
import { typeWords } from '../../words/states';
import { Details } from './Details';
import { Facts } from './Facts';
import { Notices } from './Notices';
import { StoryCard } from './StoryCard';
import { useAssignmentEvents } from './useAssignmentEvents';
import type { Following } from './useAssignmentEvents';

const route = getRouteApi('/shell/assignments/$assignmentId');
const Numbers = lazyPart(async () => (await import('./Numbers')).Numbers);
/** The height of the numbers, in pixels, roughly: the parts below keep their place. */
const numbersHeight = 320;

/** Nothing more happens to the post by itself. */
function hasEnded({ status, removal }: InspectedAssignment): boolean {
  return endedStatuses.includes(status) && removal?.status !== 'due';
}

/** One post: its present state, its earlier states, and the actions on it. */
export function AssignmentScreen() {
  const { assignmentId } = route.useParams();
  const { data, error, refetch } = useQuery(assignmentQuery(assignmentId));
  const following = useAssignmentEvents(assignmentId, data !== undefined && hasEnded(data));
  const { data: connections, error: unread } = useQuery(connectionsQuery);
  // The name of the channel stands in the first sentences: nothing moves when it comes.
  const areChannelsAsked = connections === undefined && unread === null;
  const channel = connections?.items.find(({ id }) => id === data?.connectionId)?.name ?? null;
  if (data && !areChannelsAsked) return <Loaded assignment={data} channel={channel} following={following} />;
  if (!error) return <PendingScreen />;
  return (
    <Screen title={texts.title}>
      <FaultAlert error={error} onRetry={() => void refetch()} />
    </Screen>
  );
}

interface LoadedProps {
  assignment: InspectedAssignment;
  /** Its name; null: it is not known. */
  channel: string | null;
  following: Following;
}

function Loaded({ assignment, channel, following }: LoadedProps) {
  const platformName = usePlatformName();
  const { status, type, platform } = assignment;
  return (
    <Screen
      title={nameOf(assignment)}
      description={
        <Group gap="xs">
          <span>
            {texts.typeFor(typeWords[type], platformName(platform))}
            {channel !== null && `, ${channel}`}
          </span>
          <TextLink to="/assignments" size="sm">
            {texts.allPosts}
          </TextLink>
        </Group>
      }
    >
      <StoryCard key={assignment.id} assignment={assignment} channel={channel} following={following} />
      <Notices assignment={assignment} />
      <Grid gap="lg">
        {status === 'published' && (
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Suspense fallback={<Skeleton height={numbersHeight} />}>
              <Numbers assignmentId={assignment.id} />
            </Suspense>
          </Grid.Col>
        )}
        <Grid.Col span={{ base: 12, md: status === 'published' ? 5 : 12 }}>
          <Details assignment={assignment} />
        </Grid.Col>
      </Grid>
      <Facts assignment={assignment} />
    </Screen>
  );
}

const nameLengthMax = 120;

/** The beginning of the post's text, or its type. */
function nameOf({ payload, type }: InspectedAssignment): string {
  const text = [payload['title'], payload['message'], payload['description']].find(
    (one): one is string => typeof one === 'string' && one.trim() !== '',
  );
  return titleOf({ title: text?.trim().slice(0, nameLengthMax) ?? null, type });
}
