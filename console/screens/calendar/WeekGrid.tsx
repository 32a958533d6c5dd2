import { useViewer } from '../../viewer/viewer';
import { localOf } from '../../words/clock';
import { clockTime } from '../../words/time';
import { texts } from '../../texts/screens/calendar';
import { dayName, weekdayName } from '../../words/dayNames';
import { weekOf } from './days';
import { DropCell } from './DropCell';
import { Entries } from './Entries';
import type { GridProps } from './grid';
import { MoreButton } from './MoreButton';
import { NewPostLink } from './NewPostLink';
import type { Entry } from './queries';

const hours = Array.from({ length: 24 }, (_none, hour) => hour);
const steps = {
  ArrowLeft: { days: -1, hours: 0 },
  ArrowRight: { days: 1, hours: 0 },
  ArrowUp: { days: 0, hours: -1 },
  ArrowDown: { days: 0, hours: 1 },
};

/** A week, hour by hour. */
export function WeekGrid({ day, today, nowMs, byDay, movedId, onDropped, onMore, onStep }: GridProps) {
  const { profile } = useViewer();
  const { timezone, locale } = profile;
  const week = weekOf(day);
  const byHour = new Map(week.map((one) => [one, hoursOf(byDay.get(one)?.entries ?? [], timezone)]));
  const nowLocal = localOf(new Date(nowMs).toISOString(), timezone);
  return (
    <table className="calendar calendar-week" aria-label={texts.views.week}>
      <thead>
        <tr>
          <th className="calendar-hour" scope="col">
            {texts.hour}
          </th>
          {week.map((one) => (
            <th key={one} scope="col" {...(one === today && { 'aria-current': 'date' as const })}>
              {weekdayName(one, locale)} {dayName(one, locale)}
              <DayAction day={one} today={today} nowMs={nowMs} byDay={byDay} onMore={onMore} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => {
          const name = String(hour).padStart(2, '0');
          return (
            <tr key={hour}>
              <th scope="row" className="tabular">
                {name}:00
              </th>
              {week.map((one) => (
                <DropCell
                  key={one}
                  place={{ day: one, hour }}
                  isPast={`${one}T${name}` < nowLocal.slice(0, 13)}
                  onDropped={onDropped}
                >
                  <Entries entries={byHour.get(one)?.get(name) ?? []} steps={steps} movedId={movedId} onStep={onStep} />
                </DropCell>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** At the head of a day: the way to the posts that have no place here, or to a first one. */
function DayAction({
  day,
  today,
  nowMs,
  byDay,
  onMore,
}: Pick<GridProps, 'day' | 'today' | 'nowMs' | 'byDay' | 'onMore'>) {
  const known = byDay.get(day);
  if (known) return <MoreButton day={known} shown={known.entries.length} onMore={onMore} />;
  return day >= today ? <NewPostLink day={day} nowMs={nowMs} /> : null;
}

/** The posts of a day by its hours, which have two digits. */
function hoursOf(entries: readonly Entry[], timezone: string): Map<string, Entry[]> {
  const byHour = new Map<string, Entry[]>();
  for (const entry of entries) {
    const hour = clockTime(entry.scheduledAt, { timezone }).slice(0, 2);
    const known = byHour.get(hour);
    if (known) known.push(entry);
    else byHour.set(hour, [entry]);
  }
  return byHour;
}
