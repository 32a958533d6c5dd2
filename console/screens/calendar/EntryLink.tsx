import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { isInPlace } from '../../../domain/assignment/allows';
import { titleOf } from '../../resources/assignments/titleOf';
import { texts } from '../../texts/screens/calendar';
import { statusWords } from '../../words/states';
import { absoluteTime, clockTime } from '../../words/time';
import type { TimeStyle } from '../../words/time';
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
  /** By the name of the arrow key. */
  steps: Readonly<Record<string, Step>>;
  /** True: the keyboard has just moved the post, and the focus follows it. */
  isMoved: boolean;
  onStep: (entry: Entry, step: Step) => void;
}

/**
 * A post in the calendar: a link to its page, moved by dragging, or by Shift and an arrow key. A cancelled post is
 * struck through, and a failed post has a sign: the colour alone would not say it (WCAG 1.4.1).
 */
export function EntryLink({ entry, profile, steps, isMoved, onStep }: Props) {
  const { id, status, scheduledAt, connection } = entry;
  const { label, color } = statusWords[status];
  const title = titleOf(entry);
  const time = clockTime(scheduledAt, profile);
  const names = { title, channel: connection.name, status: label };
  const isMovable = isInPlace('edit', { status });
  const link = useRef<HTMLAnchorElement>(null);
  useLayoutEffect(() => {
    if (isMoved) link.current?.focus();
  }, [isMoved]);
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!event.shiftKey || !step || !isMovable) return;
    event.preventDefault();
    onStep(entry, step);
  };
  return (
    <li className="calendar-entry" title={texts.entryHint({ ...names, time: absoluteTime(scheduledAt, profile) })}>
      {status === 'failed' ? (
        <CircleAlert aria-hidden className="calendar-failed" size={12} />
      ) : (
        <span className="calendar-dot" style={{ background: `var(--mantine-color-${color}-5)` }} />
      )}
      <Link
        ref={link}
        to="/assignments/$assignmentId"
        params={{ assignmentId: id }}
        draggable={isMovable}
        onDragStart={(event) => event.dataTransfer.setData('text/plain', id)}
        aria-label={texts.entryName({ ...names, time })}
        onKeyDown={press}
        {...(isMovable && { 'aria-keyshortcuts': shortcutsOf(steps) })}
      >
        <span className="tabular">{time}</span> {status === 'cancelled' ? <s>{title}</s> : title}
      </Link>
    </li>
  );
}

/** The keys that move a post, as `aria-keyshortcuts` has them. */
function shortcutsOf(steps: Props['steps']): string {
  return Object.keys(steps)
    .map((key) => `Shift+${key}`)
    .join(' ');
}
