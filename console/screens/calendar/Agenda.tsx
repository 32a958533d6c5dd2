import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { InPieces } from '../../parts/Later';
import { texts } from '../../texts/screens/calendar';
import { useViewer } from '../../viewer/viewer';
import { longDayName } from '../../words/dayNames';
import { Entries } from './Entries';
import type { GridProps } from './grid';
import { NewPostLink } from './NewPostLink';

const steps = {
  ArrowLeft: { days: -1, hours: 0 },
  ArrowRight: { days: 1, hours: 0 },
  ArrowUp: { days: 0, hours: -1 },
  ArrowDown: { days: 0, hours: 1 },
};

/** These fill the window of a phone. */
const daysAtOnce = 5;

interface Props extends Pick<GridProps, 'today' | 'nowMs' | 'byDay' | 'movedId' | 'onMore' | 'onStep'> {
  /** All days that are shown. */
  days: readonly string[];
  /** Of a day; more are in a dialog of their own. */
  shownMax: number;
}

/** The days one below the other, for a narrow screen: past days with posts, and all days to come. */
export function Agenda({ days, today, nowMs, byDay, movedId, onMore, onStep, shownMax }: Props) {
  const { profile } = useViewer();
  const sections = days
    .filter((day) => day >= today || byDay.has(day))
    .map((day) => {
      const entries = byDay.get(day) ?? [];
      const name = longDayName(day, profile.locale);
      return (
        <Paper key={day} p="xs" component="section" aria-label={name}>
          <Group gap="xs" justify="space-between" wrap="nowrap">
            <Title order={3} size="sm">
              {name}
            </Title>
            {entries.length === 0 && <NewPostLink day={day} nowMs={nowMs} />}
          </Group>
          {entries.length > 0 && (
            <Entries entries={entries.slice(0, shownMax)} steps={steps} movedId={movedId} onStep={onStep} isRoomy />
          )}
          {entries.length > shownMax && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-haspopup="dialog"
              aria-label={texts.moreOn(entries.length - shownMax, name)}
              onClick={() => onMore(day)}
            >
              {texts.more(entries.length - shownMax)}
            </Button>
          )}
        </Paper>
      );
    });
  return (
    <Stack gap="xs">
      <InPieces size={daysAtOnce}>{sections}</InPieces>
    </Stack>
  );
}
