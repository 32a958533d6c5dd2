import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { isInPlace } from '../../../domain/assignment/allows';
import { PostPicture } from '../../parts/picture/PostPicture';
import { StatusIcon } from '../../parts/StatusBadge';
import { titleOf } from '../../resources/assignments/titleOf';
import { texts } from '../../texts/screens/calendar';
import { isStopped, statusWords } from '../../words/states';
import { absoluteTime, clockTime } from '../../words/time';
import type { TimeStyle } from '../../words/time';
import { useChannelColor } from './useChannelColor';
import { noteDrag } from './drag';
import type { Entry } from './queries';

/** The move of an arrow key. */
export interface Step {
  days: number;
  hours: number;
}

interface Props {
  entry: Entry;
  /** The user's way to write times. */
  profile: TimeStyle;
  /** By the name of the arrow key. Undefined: it is not moved from here. */
  steps: Readonly<Record<string, Step>> | undefined;
  /** True: the keyboard has just moved the post, and the focus follows it. */
  isMoved: boolean;
  isRoomy: boolean;
  onStep: ((entry: Entry, step: Step) => void) | undefined;
}

/**
 * A post in the calendar: a link to its page, moved by dragging, or by Shift and an arrow key. The colour at its side is that of its
 * channel, which the legend names. A post that does not go live has the icon of its state, and a cancelled one is struck through.
 */
export function EntryLink({ entry, profile, steps, isMoved, isRoomy, onStep }: Props) {
  const { id, status, scheduledAt, connection } = entry;
  const { label } = statusWords[status];
  const color = useChannelColor(connection.id);
  const title = titleOf(entry);
  const time = clockTime(scheduledAt, profile);
  const names = { title, channel: connection.name, status: label };
  const isMovable = steps !== undefined && isInPlace('edit', { status });
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    if (isMoved) link.current?.focus();
  }, [isMoved]);
  const press = (event: KeyboardEvent) => {
    const step = steps?.[event.key];
    if (!event.shiftKey || !step || !isMovable) return;
    event.preventDefault();
    onStep?.(entry, step);
  };
  return (
    <li
      className="calendar-entry"
      style={{ borderLeftColor: color }}
      title={texts.entryHint({ ...names, time: absoluteTime(scheduledAt, profile) })}
    >
      <Link
        ref={link}
        to="/assignments/$assignmentId"
        params={{ assignmentId: id }}
        draggable={isMovable}
        onDragStart={(event) => {
          event.dataTransfer.setData('text/plain', id);
          noteDrag({ scheduledAt, style: profile });
        }}
        onDragEnd={() => noteDrag(null)}
        aria-label={texts.entryName({ ...names, time })}
        onKeyDown={press}
        {...(isMovable && { 'aria-keyshortcuts': shortcutsOf(steps) })}
      >
        <PostPicture post={entry} />
        {isStopped(status) && (
          <span className="calendar-state">
            <StatusIcon status={status} size={12} />
          </span>
        )}
        <span className="calendar-words">
          <span className="tabular">{time}</span> {status === 'cancelled' ? <s>{title}</s> : title}
          {/* The words that are seen are those of the name, one after the other (WCAG 2.2, 2.5.3). */}
          {isRoomy && ' '}
          {isRoomy && <span className="calendar-channel">{connection.name}</span>}
        </span>
      </Link>
    </li>
  );
}

/** The keys that move a post, as `aria-keyshortcuts` has them. */
function shortcutsOf(steps: NonNullable<Props['steps']>): string {
  return Object.keys(steps)
    .map((key) => `Shift+${key}`)
    .join(' ');
}
