import type { Place } from '../../words/clock';
import type { Step } from './EntryLink';
import type { CalendarDay } from './calendar';
import type { Entry } from './queries';

/** The props of each way to show the posts. */
export interface GridProps {
  /** A day of the month or the week that is shown. */
  day: string;
  today: string;
  nowMs: number;
  /** Days without posts are left out. */
  byDay: ReadonlyMap<string, CalendarDay<Entry>>;
  /** The post that was moved with the keyboard last. */
  movedId: string | null;
  /** Shows all posts of a day. */
  onMore: (day: string) => void;
  onDropped: (id: string, place: Place) => void;
  onStep: (entry: Entry, step: Step) => void;
}
