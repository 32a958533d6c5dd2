import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { announce } from '../../parts/announce';
import { ButtonLink } from '../../parts/links';
import { ListFrame } from '../../parts/list/ListFrame';
import { Screen } from '../../parts/Screen';
import { useNow } from '../../parts/useNow';
import { connectionsQuery } from '../../resources/connections/queries';
import { texts } from '../../texts/screens/calendar';
import { labels } from '../../texts/labels';
import { useViewer } from '../../viewer/viewer';
import { addDays, dayOf, movedTo, spanOf, todayOf } from '../../words/clock';
import type { Place } from '../../words/clock';
import { absoluteTime } from '../../words/time';
import { Agenda } from './Agenda';
import './calendar.css';
import { channelColors } from './channelColors';
import { ChannelColors } from './useChannelColor';
import { CalendarBar } from './CalendarBar';
import { DayDialog } from './DayDialog';
import { daysShown, groupByDay } from './days';
import type { Step } from './EntryLink';
import type { GridProps } from './grid';
import { Legend } from './Legend';
import { MonthGrid } from './MonthGrid';
import { calendarQuery } from './queries';
import type { Entry } from './queries';
import { useReschedule } from './useReschedule';
import { WeekGrid } from './WeekGrid';

const route = getRouteApi('/shell/calendar');

const minuteMs = 60_000;
const hourMs = 3_600_000;
const narrow = '(max-width: 62em)';
const agendaMax = 5;

/** The posts that have a time, by their days. Dragging or the keyboard moves a post. */
export function CalendarScreen() {
  const { profile } = useViewer();
  const { timezone } = profile;
  const nowMs = useNow(minuteMs);
  const today = todayOf(nowMs, timezone);
  const { view = 'month', day = today } = route.useSearch();
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  const days = daysShown({ view, day }, today);
  const query = useQuery(calendarQuery(spanOf(days, timezone)));
  const { movedId, move, step } = useMoving(days);
  const [openDay, setOpenDay] = useState<string | null>(null);
  const colors = useColors(query.data?.items);
  const isOver = (days.at(-1) ?? '') < today;
  return (
    <Screen
      title={texts.title}
      description={texts.description(timezone.replaceAll('_', ' '))}
      actions={<ButtonLink to="/compose">{labels.compose}</ButtonLink>}
    >
      <CalendarBar view={view} day={day} today={today} />
      <ListFrame
        query={query}
        isEmpty={({ items }) => items.length === 0 && isOver}
        empty={{
          title: texts.emptyTitle,
          description: texts.emptyAdvice,
          action: <ButtonLink to="/compose">{texts.composePost}</ButtonLink>,
        }}
      >
        {({ items, isWhole }) => {
          const find = (id: string) => items.find((entry) => entry.id === id);
          const props: GridProps = {
            day,
            today,
            nowMs,
            byDay: groupByDay(items, days, timezone),
            movedId,
            onMore: setOpenDay,
            onDropped: (id, place) => move(find(id), place),
            onStep: step,
          };
          const Grid = view === 'month' ? MonthGrid : WeekGrid;
          return (
            <ChannelColors value={colors}>
              <Legend items={items} />
              <Text size="sm" c="dimmed">
                {items.length === 0 ? texts.emptyHint : isNarrow ? texts.openHint : texts.dragHint}
              </Text>
              {isNarrow ? (
                <Agenda {...props} days={days} shownMax={view === 'month' ? agendaMax : items.length} />
              ) : (
                <Grid {...props} />
              )}
              <Text size="sm" c="dimmed" className="tabular">
                {isWhole ? texts.allShown(items.length) : texts.firstShown(items.length)}
              </Text>
              <DayDialog day={openDay} byDay={props.byDay} nowMs={nowMs} onClose={() => setOpenDay(null)} />
            </ChannelColors>
          );
        }}
      </ListFrame>
    </Screen>
  );
}

const none: readonly Entry[] = [];

/** The colours of all channels, and of channels that are gone and still have posts. */
function useColors(items = none): ReadonlyMap<string, string> {
  const { data } = useQuery(connectionsQuery);
  return useMemo(
    () => channelColors([...(data?.items ?? []).map(({ id }) => id), ...items.map(({ connection }) => connection.id)]),
    [data, items],
  );
}

/** Moves posts to other times. @param days the shown days: the screen follows a post that leaves them */
function useMoving(days: readonly string[]) {
  const { profile } = useViewer();
  const { timezone } = profile;
  const navigate = useNavigate();
  const reschedule = useReschedule();
  const [movedId, setMovedId] = useState<string | null>(null);
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
    // The next move would drop callbacks that this move passes to `mutate`. `useReschedule` announces a refusal.
    reschedule
      .mutateAsync({ id, from, to })
      .then(
        () => announce(texts.rescheduled(absoluteTime(to, profile))),
        () => undefined,
      )
      .finally(() => {
        if (latest.current.get(id) === to) latest.current.delete(id);
      });
  };
  const move = (entry: Entry | undefined, place: Place) => {
    setMovedId(null);
    if (entry) set(entry, movedTo(timeOf(entry), timezone, place));
  };
  const step = (entry: Entry, { days: count, hours }: Step) => {
    setMovedId(entry.id);
    const scheduledAt = timeOf(entry);
    if (hours !== 0) set(entry, new Date(Date.parse(scheduledAt) + hours * hourMs).toISOString());
    else set(entry, movedTo(scheduledAt, timezone, { day: addDays(dayOf(scheduledAt, timezone), count) }));
  };
  return { movedId, move, step };
}
