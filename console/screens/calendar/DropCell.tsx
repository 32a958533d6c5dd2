import { useState } from 'react';
import type { DragEvent, ReactNode } from 'react';

interface Props {
  /** True: the place belongs to another month than the shown month. */
  isOutside?: boolean;
  /** Nothing can be moved to the past. */
  isPast: boolean;
  onDropped: (id: string) => void;
  children: ReactNode;
}

/** A place in the calendar that posts are dropped on. */
export function DropCell({ isOutside = false, isPast, onDropped, children }: Props) {
  const [isOver, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    if (isPast) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onDropped(event.dataTransfer.getData('text/plain'));
  };
  return (
    <td
      {...(isOutside && { 'data-outside': true })}
      {...(isPast && { 'data-past': true })}
      {...(isOver && { 'data-over': true })}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </td>
  );
}
