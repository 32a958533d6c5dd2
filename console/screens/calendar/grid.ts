import type { Step } from './EntryLink';
import type { Entry } from './queries';

/** A place in the calendar. */
export interface Place {
  day: string;
  /** Left out: the hour stays. */
  hour?: number;
}

/** The props of each way to show the posts. */
export interface GridProps {
  /** A day of the month or the week that is shown. */
  day: string;
  today: string;
  nowMs: number;
  byDay: ReadonlyMap<string, readonly Entry[]>;
  /** The post that was moved with the keyboard last. */
  movedId: string | null;
  onDropped: (id: string, place: Place) => void;
  onStep: (entry: Entry, step: Step) => void;
}
