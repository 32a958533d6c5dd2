import { Paper, Stack, Title } from '@mantine/core';
import { InPieces } from '../../parts/Later';
import { TextLink } from '../../parts/links';
import { texts } from '../../texts/screens/calendar';
import { useViewer } from '../../viewer/viewer';
import { longDayName } from './dayNames';
import { Entries } from './Entries';
import type { GridProps } from './grid';

const steps = {
  ArrowLeft: { days: -1, hours: 0 },
  ArrowRight: { days: 1, hours: 0 },
  ArrowUp: { days: 0, hours: -1 },
  ArrowDown: { days: 0, hours: 1 },
};

/** These fill the window of a phone. */
const daysAtOnce = 5;

interface Props extends Pick<GridProps, 'byDay' | 'movedId' | 'onStep'> {
  /** Of a day; more are behind a link to its week. */
  shownMax: number;
}

/** The days with posts, one below the other: for a narrow screen. */
export function Agenda({ byDay, movedId, onStep, shownMax }: Props) {
  const { profile } = useViewer();
  const sections = [...byDay].map(([day, entries]) => (
    <Paper key={day} p="xs" component="section" aria-label={longDayName(day, profile.locale)}>
      <Title order={3} size="sm">
        {longDayName(day, profile.locale)}
      </Title>
      <Entries entries={entries.slice(0, shownMax)} steps={steps} movedId={movedId} onStep={onStep} />
      {entries.length > shownMax && (
        <TextLink to="/calendar" search={{ view: 'week', day }} size="xs">
          {texts.more(entries.length - shownMax)}
        </TextLink>
      )}
    </Paper>
  ));
  return (
    <Stack gap="xs">
      <InPieces size={daysAtOnce}>{sections}</InPieces>
    </Stack>
  );
}
