import { offeredTime } from '../../words/clock';
import { Group, Modal, Stack } from '@mantine/core';
import { ButtonLink } from '../../parts/links';
import { texts } from '../../texts/screens/calendar';
import { useViewer } from '../../viewer/viewer';
import { longDayName } from '../../words/dayNames';
import { Entries } from './Entries';
import type { GridProps } from './grid';

interface Props extends Pick<GridProps, 'byDay' | 'nowMs'> {
  /** Null: closed. */
  day: string | null;
  onClose: () => void;
}

/** All posts of one day. */
export function DayDialog({ day, byDay, nowMs, onClose }: Props) {
  const { profile } = useViewer();
  const at = day === null ? null : offeredTime(day, nowMs, profile.timezone);
  return (
    <Modal opened={day !== null} onClose={onClose} title={day !== null && longDayName(day, profile.locale)} size="lg">
      {day !== null && (
        <Stack>
          <Entries entries={byDay.get(day) ?? []} isRoomy />
          <Group justify="flex-end">
            <ButtonLink to="/calendar" search={{ view: 'week', day }} variant="default" onClick={onClose}>
              {texts.openWeek}
            </ButtonLink>
            {at !== null && (
              <ButtonLink to="/compose" search={{ at }}>
                {texts.newPost}
              </ButtonLink>
            )}
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
