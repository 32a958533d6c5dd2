import { readDay, readWord } from '../../parts/readText';

const views = ['month', 'week'] as const;
export type CalendarView = (typeof views)[number];

/** The parameters of the calendar in the address. */
export interface CalendarSearch {
  /** A month if left out. */
  view?: CalendarView;
  /** A day of the shown month or week; today if left out. */
  day?: string;
}

export function readCalendarSearch(given: Record<string, unknown>): CalendarSearch {
  const view = readWord(given['view'], views);
  return { ...(view === 'week' && { view }), ...readDay(given, 'day') };
}
