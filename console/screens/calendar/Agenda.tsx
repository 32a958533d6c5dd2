import { Group, Paper, Stack, Title } from '@mantine/core';
import { InPieces } from '../../parts/Later';
import { useViewer } from '../../viewer/viewer';
import { longDayName } from '../../words/dayNames';
import { Entries } from './Entries';
import { emptyDay } from './calendar';
import type { GridProps } from './grid';
import { MoreButton } from './MoreButton';
import { NewPostLink } from './NewPostLink';

const steps = {
  ArrowLeft: { days: -1, hours: 0 },
  ArrowRight: { days: 1, hours: 0 },
  ArrowUp: { days: 0, hours: -1 },
  ArrowDown: { days: 0, hours: 1 },
};

interface Props extends Pick<GridProps, 'today' | 'nowMs' | 'byDay' | 'movedId' | 'onMore' | 'onStep'> {
  /** All days that are shown. */
  days: readonly string[];
}

/** The days one below the other, for a narrow screen: past days with posts, and all days to come. */
export function Agenda({ days, today, nowMs, byDay, movedId, onMore, onStep }: Props) {
  const { profile } = useViewer();
  const sections = days
    .filter((day) => day >= today || byDay.has(day))
    .map((day) => {
      const known = byDay.get(day) ?? emptyDay(day);
      const { entries } = known;
      const name = longDayName(day, profile.locale);
      return (
        <Paper key={day} p="xs" component="section" aria-label={name}>
          <Group gap="xs" justify="space-between" wrap="nowrap">
            <Title order={3} size="sm">
              {name}
            </Title>
            {known.total === 0 && <NewPostLink day={day} nowMs={nowMs} />}
          </Group>
          {entries.length > 0 && <Entries entries={entries} steps={steps} movedId={movedId} onStep={onStep} isRoomy />}
          <MoreButton day={known} shown={entries.length} onMore={onMore} />
        </Paper>
      );
    });
  return (
    <Stack gap="xs">
      <InPieces>{sections}</InPieces>
    </Stack>
  );
}
