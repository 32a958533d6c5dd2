import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { announce } from '../../parts/announce';
import { texts } from '../../texts/screens/calendar';
import { useViewer } from '../../viewer/viewer';
import { addDays, dayOf, movedTo } from '../../words/clock';
import type { Place } from '../../words/clock';
import { absoluteTime } from '../../words/time';
import type { Step } from './EntryLink';
import type { Entry } from './queries';
import { useReschedule } from './useReschedule';

const hourMs = 3_600_000;

/** Moves posts to other times. @param days the shown days: the screen follows a post that leaves them */
export function useMoving(days: readonly string[]) {
  const { profile } = useViewer();
  const { timezone } = profile;
  const navigate = useNavigate();
  const reschedule = useReschedule(timezone);
  const [moved, setMoved] = useState<Entry | null>(null);
  // A second key may be pressed before the first move is drawn.
  const latest = useRef(new Map<string, string>());
  const timeOf = ({ id, scheduledAt }: Entry) => latest.current.get(id) ?? scheduledAt;
  const set = (entry: Entry, to: string) => {
    const { id } = entry;
    const from = timeOf(entry);
    if (to === from) return;
    if (Date.parse(to) <= Date.now()) return announce(texts.timeHasPassed);
    const day = dayOf(to, timezone);
    if (!days.includes(day)) void navigate({ to: '/calendar', search: (before) => ({ ...before, day }) });
    latest.current.set(id, to);
    const show = (scheduledAt: string) =>
      setMoved((current) => (current?.id === id ? { ...entry, scheduledAt } : current));
    show(to);
    // The next move would drop callbacks that this move passes to `mutate`. `useReschedule` announces a refusal.
    reschedule
      .mutateAsync({ id, from, to })
      .then(
        () => announce(texts.rescheduled(absoluteTime(to, profile))),
        () => show(from),
      )
      .finally(() => {
        if (latest.current.get(id) === to) latest.current.delete(id);
      });
  };
  const move = (entry: Entry | undefined, place: Place) => {
    setMoved(null);
    if (entry) set(entry, movedTo(timeOf(entry), timezone, place));
  };
  const step = (entry: Entry, { days: count, hours }: Step) => {
    setMoved(entry);
    const scheduledAt = timeOf(entry);
    if (hours !== 0) set(entry, new Date(Date.parse(scheduledAt) + hours * hourMs).toISOString());
    else set(entry, movedTo(scheduledAt, timezone, { day: addDays(dayOf(scheduledAt, timezone), count) }));
  };
  /** The post that was moved with the keyboard last, at its time. */
  return { moved, move, step };
}
