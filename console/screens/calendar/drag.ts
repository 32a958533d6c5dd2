import { texts } from '../../texts/screens/calendar';
import { movedTo } from '../../words/clock';
import type { Place } from '../../words/clock';
import { nearTime } from '../../words/time';
import type { TimeStyle } from '../../words/time';

interface Dragged {
  scheduledAt: string;
  /** The user's way to write times. */
  style: TimeStyle;
}

/** The post that the pointer holds: a browser tells the cell below it nothing before the drop. */
let dragged: Dragged | null = null;

/** Notes the post that is dragged from now on; null: none. */
export function noteDrag(post: Dragged | null): void {
  dragged = post;
}

/** The time that the dragged post gets at a place, in words. Null: nothing is dragged. */
export function dropWords(place: Place): string | null {
  if (!dragged) return null;
  const { scheduledAt, style } = dragged;
  const to = movedTo(scheduledAt, style.timezone, place);
  return Date.parse(to) <= Date.now() ? texts.inThePast : nearTime(to, Date.now(), style);
}
