import { SimpleGrid } from '@mantine/core';
import { ButtonLink } from '../parts/links';
import { Screen } from '../parts/Screen';
import { useViewer } from '../parts/viewer';
import { Balance } from '../billing/Balance';
import { ChannelHealth } from './ChannelHealth';
import { FirstSteps } from './FirstSteps';
import { Posts } from './Posts';

/** The screen of current matters: failed posts, due posts, the state of the channels, and the rest of the credits. */
export function OverviewScreen() {
  const { organization } = useViewer();
  return (
    <Screen title="Overview" description={organization.name} actions={<ButtonLink to="/compose">Compose</ButtonLink>}>
      <FirstSteps />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Posts title="Failed" id="failed" search={{ status: 'failed' }} none="Nothing has failed." />
        <Posts
          title="Due next"
          id="due"
          search={{ status: 'pending', sort: 'scheduledAt' }}
          none="Nothing waits for its time."
        />
        <ChannelHealth />
        <Posts
          title="Published last"
          id="published"
          search={{ status: 'published', sort: '-publishedAt' }}
          none="Nothing is published yet."
        />
      </SimpleGrid>
      <Balance />
    </Screen>
  );
}
