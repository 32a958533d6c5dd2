import { Text } from '@mantine/core';
import { TextLink } from '../../parts/links';
import { texts } from '../../texts/screens/calendar';
import { useViewer } from '../../viewer/viewer';
import { dayName, weekdayName } from './dayNames';
import { monthOf } from './days';
import { DropCell } from './DropCell';
import { Entries } from './Entries';
import type { GridProps } from './grid';
import type { Entry } from './queries';

const shownMax = 3;
const steps = {
  ArrowLeft: { days: -1, hours: 0 },
  ArrowRight: { days: 1, hours: 0 },
  ArrowUp: { days: -7, hours: 0 },
  ArrowDown: { days: 7, hours: 0 },
};

/** A month: of each day the first posts, and the way to its week if there are more posts. */
export function MonthGrid({ day, today, byDay, movedId, onDropped, onStep }: GridProps) {
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
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((one) => {
              const entries = byDay.get(one) ?? [];
              const shown = firstOf(entries, movedId);
              return (
                <DropCell
                  key={one}
                  isOutside={!one.startsWith(day.slice(0, 7))}
                  isPast={one < today}
                  onDropped={(id) => onDropped(id, { day: one })}
                >
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
                  <Entries entries={shown} steps={steps} movedId={movedId} onStep={onStep} />
                  {entries.length > shown.length && (
                    <TextLink to="/calendar" search={{ view: 'week', day: one }} size="xs" px={4}>
                      {texts.more(entries.length - shown.length)}
                    </TextLink>
                  )}
                </DropCell>
              );
            })}
          </tr>
        ))}
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
