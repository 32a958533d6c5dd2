import { Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../parts/links';
import { ListFrame } from '../../parts/list/ListFrame';
import { useOpened } from '../../parts/useOpened';
import { texts } from '../../texts/screens/calendar';
import { useViewer } from '../../viewer/viewer';
import { offeredTime } from '../../words/clock';
import { longDayName } from '../../words/dayNames';
import { Entries } from './Entries';
import { openedDayQuery } from './queries';

interface Props {
  /** Null: closed. */
  day: string | null;
  nowMs: number;
  onClose: () => void;
}

/** All posts of one day. */
export function DayDialog({ day, nowMs, onClose }: Props) {
  const { profile } = useViewer();
  const isOpened = useOpened(day !== null);
  return (
    <Modal opened={isOpened} onClose={onClose} title={day !== null && longDayName(day, profile.locale)} size="lg">
      {day !== null && <OpenedDay key={day} day={day} nowMs={nowMs} onClose={onClose} />}
    </Modal>
  );
}

function OpenedDay({ day, nowMs, onClose }: Props & { day: string }) {
  const { timezone } = useViewer().profile;
  const query = useQuery(openedDayQuery(day, timezone));
  const at = offeredTime(day, nowMs, timezone);
  return (
    <Stack>
      <ListFrame
        query={query}
        isEmpty={([one]) => !one || one.total === 0}
        empty={{ title: texts.emptyDay, description: texts.emptyAdvice }}
      >
        {([one]) =>
          one && (
            <>
              <Entries entries={one.entries} isRoomy />
              {one.total > one.entries.length && (
                <Text size="sm" c="dimmed" className="tabular">
                  {texts.firstOfDay(one.entries.length, one.total, one.isTotalExact)}
                </Text>
              )}
            </>
          )
        }
      </ListFrame>
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
  );
}
