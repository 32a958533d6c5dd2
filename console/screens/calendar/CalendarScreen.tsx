import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';
import { lazyPart } from '../../parts/lazyPart';
import { ButtonLink } from '../../parts/links';
import { InPieces } from '../../parts/Later';
import { ListFrame } from '../../parts/list/ListFrame';
import { Screen } from '../../parts/Screen';
import { useNow } from '../../parts/useNow';
import { connectionsQuery } from '../../resources/connections/queries';
import { texts } from '../../texts/screens/calendar';
import { labels } from '../../texts/labels';
import { useViewer } from '../../viewer/viewer';
import { todayOf } from '../../words/clock';
import { Agenda } from './Agenda';
import { entriesOf, withMoved } from './calendar';
import type { Calendar } from './calendar';
import './calendar.css';
import { channelColors } from './channelColors';
import { ChannelColors } from './useChannelColor';
import { CalendarBar } from './CalendarBar';
import { daysShown } from './days';
import type { GridProps } from './grid';
import { Legend } from './Legend';
import { MonthGrid } from './MonthGrid';
import { calendarQuery } from './queries';
import type { Entry } from './queries';
import { useMoving } from './useMoving';
import { WeekGrid } from './WeekGrid';

const DayDialog = lazyPart(async () => (await import('./DayDialog')).DayDialog);

const route = getRouteApi('/shell/calendar');

const minuteMs = 60_000;
const narrow = '(max-width: 62em)';

/** The posts that have a time, by their days. Dragging or the keyboard moves a post. */
export function CalendarScreen() {
  const { profile } = useViewer();
  const { timezone } = profile;
  const nowMs = useNow(minuteMs);
  const today = todayOf(nowMs, timezone);
  const { view = 'month', day = today } = route.useSearch();
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false });
  const days = daysShown({ view, day }, today);
  const query = useQuery(calendarQuery(days, timezone, view));
  const { moved, move, step } = useMoving(days);
  const [openDay, setOpenDay] = useState<string | null>(null);
  const [hasOpened, setOpened] = useState(false);
  if (openDay !== null && !hasOpened) setOpened(true);
  const colors = useColors(query.data);
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
        isEmpty={(calendar) => postsOf(calendar) === 0 && isOver}
        empty={{
          title: texts.emptyTitle,
          description: texts.emptyAdvice,
          action: <ButtonLink to="/compose">{texts.composePost}</ButtonLink>,
        }}
      >
        {(read) => {
          const calendar = withMoved(read, moved, timezone);
          const entries = entriesOf(calendar);
          const posts = postsOf(calendar);
          const props: GridProps = {
            day,
            today,
            nowMs,
            byDay: new Map(calendar.filter(({ total }) => total > 0).map((one) => [one.day, one])),
            movedId: moved?.id ?? null,
            onMore: setOpenDay,
            onDropped: (id, place) =>
              move(
                entries.find((entry) => entry.id === id),
                place,
              ),
            onStep: step,
          };
          const Grid = view === 'month' ? MonthGrid : WeekGrid;
          return (
            <ChannelColors value={colors}>
              <InPieces>
                <Legend entries={entries} />
                <Text size="sm" c="dimmed">
                  {posts === 0 ? texts.emptyHint : isNarrow ? texts.openHint : texts.dragHint}
                </Text>
                {isNarrow ? <Agenda {...props} days={days} /> : <Grid {...props} />}
                <Text size="sm" c="dimmed" className="tabular">
                  {texts.posts(
                    posts,
                    calendar.every(({ isTotalExact }) => isTotalExact),
                  )}
                </Text>
              </InPieces>
              {hasOpened && (
                <Suspense fallback={null}>
                  <DayDialog day={openDay} nowMs={nowMs} onClose={() => setOpenDay(null)} />
                </Suspense>
              )}
            </ChannelColors>
          );
        }}
      </ListFrame>
    </Screen>
  );
}

const none: Calendar<Entry> = [];
const postsOf = (calendar: Calendar<Entry>): number => calendar.reduce((sum, { total }) => sum + total, 0);

/** The colours of all channels, and of channels that are gone and still have posts. */
function useColors(calendar = none): ReadonlyMap<string, string> {
  const { data } = useQuery(connectionsQuery);
  return useMemo(() => {
    const used = entriesOf(calendar).map(({ connection }) => connection.id);
    return channelColors([...(data?.items ?? []).map(({ id }) => id), ...used]);
  }, [data, calendar]);
}
