import './overview.css';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { InPieces } from '../../parts/Later';
import { ButtonLink } from '../../parts/links';
import { Screen } from '../../parts/Screen';
import { Balance } from '../../resources/billing/Balance';
import { texts } from '../../texts/screens/overview';
import { useViewer } from '../../viewer/viewer';
import { Channels } from './Channels';
import { FirstSteps } from './FirstSteps';
import { useWrong, WhatIsWrong } from './WhatIsWrong';
import { WeekStrip } from './WeekStrip';
import { WentLive } from './WentLive';

/** Answers four questions: is anything wrong, what goes live next, what went live and how does it do, and how are the channels? */
export function OverviewScreen() {
  const { organization } = useViewer();
  const wrong = useWrong();
  // A part below may read the same once more: what has been read counts as read.
  const [isSettled, setSettled] = useState(!wrong.isUnread);
  if (!isSettled && !wrong.isUnread) setSettled(true);
  return (
    <Screen
      title={texts.title}
      description={organization.name}
      actions={<ButtonLink to="/compose">{texts.compose}</ButtonLink>}
    >
      <WhatIsWrong wrong={wrong} />
      {/* How high the part above is, nobody knows before it is read: nothing stands below it until then. */}
      {isSettled && (
        <InPieces>
          <FirstSteps />
          <WeekStrip />
          <div className="overview-columns">
            <InPieces>
              <WentLive />
              <Stack gap="md">
                <InPieces>
                  <Channels />
                  <Balance />
                </InPieces>
              </Stack>
            </InPieces>
          </div>
        </InPieces>
      )}
    </Screen>
  );
}
