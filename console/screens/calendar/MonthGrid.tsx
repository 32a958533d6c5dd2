import { Group, Text } from '@mantine/core';
import { InPieces } from '../../parts/Later';
import { texts } from '../../texts/screens/calendar';
import { useViewer } from '../../viewer/viewer';
import { dayName, weekdayName } from '../../words/dayNames';
import { monthOf } from './days';
import { emptyDay } from './calendar';
import { DropCell } from './DropCell';
import { Entries } from './Entries';
import type { GridProps } from './grid';
import { NewPostLink } from './NewPostLink';
import type { Entry } from './queries';
import { MoreButton } from './MoreButton';

const shownMax = 3;
const steps = {
  ArrowLeft: { days: -1, hours: 0 },
  ArrowRight: { days: 1, hours: 0 },
  ArrowUp: { days: -7, hours: 0 },
  ArrowDown: { days: 7, hours: 0 },
};

/** A month: of each day the first posts, and the way to all of them; a day to come without posts offers a new one. */
export function MonthGrid({ day, today, nowMs, byDay, movedId, onDropped, onMore, onStep }: GridProps) {
  const { profile } = useViewer();
  const weeks = monthOf(day);
  return (
    <table className="calendar calendar-month" aria-label={texts.views.month}>
      <thead>
        <tr>
          {(weeks[0] ?? []).map((one) => (
            <th key={one} scope="col">
              {weekdayName(one, profile.locale)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <InPieces>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => {
                const known = byDay.get(one) ?? emptyDay(one);
                const shown = firstOf(known.entries, movedId);
                return (
                  <DropCell
                    key={one}
                    place={{ day: one }}
                    isOutside={!one.startsWith(day.slice(0, 7))}
                    isPast={one < today}
                    onDropped={onDropped}
                  >
                    <Group gap={4} justify="space-between" wrap="nowrap">
                      <Text
                        size="xs"
                        component="time"
                        dateTime={one}
                        px={4}
                        fw={one === today ? 700 : 400}
                        {...(one === today && { c: 'var(--mantine-color-anchor)', 'aria-current': 'date' as const })}
                      >
                        {dayName(one, profile.locale)}
                      </Text>
                      {known.total === 0 && one >= today && <NewPostLink day={one} nowMs={nowMs} />}
                    </Group>
                    <Entries entries={shown} steps={steps} movedId={movedId} onStep={onStep} />
                    <MoreButton day={known} shown={shown.length} onMore={onMore} />
                  </DropCell>
                );
              })}
            </tr>
          ))}
        </InPieces>
      </tbody>
    </table>
  );
}

/** The first few posts of a day, in any case with the post that was just moved. */
function firstOf(entries: readonly Entry[], movedId: string | null): readonly Entry[] {
  const first = entries.slice(0, shownMax);
  const moved = entries.find(({ id }) => id === movedId);
  return !moved || first.includes(moved) ? first : [...first.slice(0, -1), moved];
}
