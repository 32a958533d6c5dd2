import { useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import type { Place } from '../../words/clock';
import { dropWords, noteDrag } from './drag';

interface Props {
  place: Place;
  /** True: the place belongs to another month than the shown month. */
  isOutside?: boolean;
  /** Nothing can be moved to the past. */
  isPast: boolean;
  onDropped: (id: string, place: Place) => void;
  children: ReactNode;
}

/** A place in the calendar that posts are dropped on. While a post is over it, it shows the time that the post would get. */
export function DropCell({ place, isOutside = false, isPast, onDropped, children }: Props) {
  const [over, setOver] = useState<string | null>(null);
  const drag = (event: DragEvent) => {
    if (isPast) return;
    event.preventDefault();
    if (over === null) setOver(dropWords(place) ?? '');
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(null);
    noteDrag(null);
    onDropped(event.dataTransfer.getData('text/plain'), place);
  };
  return (
    <td
      {...(isOutside && { 'data-outside': true })}
      {...(isPast && { 'data-past': true })}
      {...(over !== null && { 'data-over': true })}
      onDragOver={drag}
      onDragLeave={() => setOver(null)}
      onDrop={drop}
    >
      {children}
      {over !== null && over !== '' && <span className="calendar-drop">{over}</span>}
    </td>
  );
}
