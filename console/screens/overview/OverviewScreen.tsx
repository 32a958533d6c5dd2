import { SimpleGrid } from '@mantine/core';
import { Later } from '../../parts/Later';
import { ButtonLink } from '../../parts/links';
import { Screen } from '../../parts/Screen';
import { Balance } from '../../resources/billing/Balance';
import { texts } from '../../texts/screens/overview';
import { useViewer } from '../../viewer/viewer';
import { ChannelHealth } from './ChannelHealth';
import { FirstSteps } from './FirstSteps';
import { lists } from './lists';
import { Posts } from './Posts';

/** The screen of current matters: failed posts, due posts, the state of the channels, and the rest of the credits. */
export function OverviewScreen() {
  const { organization } = useViewer();
  return (
    <Screen
      title={texts.title}
      description={organization.name}
      actions={<ButtonLink to="/compose">{texts.compose}</ButtonLink>}
    >
      <FirstSteps />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Posts id="failed" {...lists.failed} />
        <Posts id="due" {...lists.due} />
        <Later>
          <ChannelHealth />
          <Posts id="published" {...lists.published} />
        </Later>
      </SimpleGrid>
      <Later>
        <Balance />
      </Later>
    </Screen>
  );
}
