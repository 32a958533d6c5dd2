import { useViewer } from '../../viewer/viewer';
import { localOf } from '../../words/time';
import { dayName, weekdayName } from './dayNames';
import { groupByClock, weekOf } from './days';
import { DropCell } from './DropCell';
import { Entries } from './Entries';
import type { GridProps } from './grid';

const hours = Array.from({ length: 24 }, (_none, hour) => hour);
const steps = {
  ArrowLeft: { days: -1, hours: 0 },
  ArrowRight: { days: 1, hours: 0 },
  ArrowUp: { days: 0, hours: -1 },
  ArrowDown: { days: 0, hours: 1 },
};

/** A week, hour by hour. */
export function WeekGrid({ day, today, nowMs, byDay, movedId, onDropped, onStep }: GridProps) {
  const { profile } = useViewer();
  const { timezone, locale } = profile;
  const week = weekOf(day);
  const byHour = groupByClock([...byDay.values()].flat(), timezone, 13);
  const nowLocal = localOf(new Date(nowMs).toISOString(), timezone);
  return (
    <table className="calendar calendar-week" aria-label="Week">
      <thead>
        <tr>
          <th className="calendar-hour" scope="col">
            Hour
          </th>
          {week.map((one) => (
            <th key={one} scope="col" {...(one === today && { 'aria-current': 'date' as const })}>
              {weekdayName(one, locale)} {dayName(one, locale)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {hours.map((hour) => {
          const time = `${String(hour).padStart(2, '0')}:00`;
          return (
            <tr key={hour}>
              <th scope="row" className="tabular">
                {time}
              </th>
              {week.map((one) => (
                <DropCell
                  key={one}
                  isPast={`${one}T${time.slice(0, 2)}` < nowLocal.slice(0, 13)}
                  onDropped={(id) => onDropped(id, { day: one, hour })}
                >
                  <Entries
                    entries={byHour.get(`${one}T${time.slice(0, 2)}`) ?? []}
                    steps={steps}
                    movedId={movedId}
                    onStep={onStep}
                  />
                </DropCell>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
