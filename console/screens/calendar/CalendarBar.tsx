import { addDays } from '../../words/clock';
import { ActionIcon, Group, SegmentedControl, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { ButtonLink } from '../../parts/links';
import { texts } from '../../texts/screens/calendar';
import { useViewer } from '../../viewer/viewer';
import { monthName, weekName } from '../../words/dayNames';
import { addMonths, weekOf } from './days';
import type { CalendarSearch, CalendarView } from './search';

interface Props {
  view: CalendarView;
  day: string;
  today: string;
}

/** The period that the calendar shows, and buttons to others. */
export function CalendarBar({ view, day, today }: Props) {
  const { profile } = useViewer();
  const navigate = useNavigate();
  const show = (search: CalendarSearch) => void navigate({ to: '/calendar', search });
  const go = (count: number) => show({ view, day: view === 'month' ? addMonths(day, count) : addDays(day, 7 * count) });
  return (
    <Group justify="space-between">
      <Group gap="xs">
        <ActionIcon variant="default" size="lg" aria-label={texts.previous[view]} onClick={() => go(-1)}>
          <ChevronLeft aria-hidden size={18} />
        </ActionIcon>
        <ActionIcon variant="default" size="lg" aria-label={texts.next[view]} onClick={() => go(1)}>
          <ChevronRight aria-hidden size={18} />
        </ActionIcon>
        <ButtonLink to="/calendar" search={{ view, day: today }} variant="default">
          {texts.today}
        </ButtonLink>
        <Title order={2} aria-live="polite">
          {view === 'month' ? monthName(day, profile.locale) : weekName(weekOf(day), profile.locale)}
        </Title>
      </Group>
      <SegmentedControl
        aria-label={texts.view}
        value={view}
        data={[
          { value: 'month', label: texts.views.month },
          { value: 'week', label: texts.views.week },
        ]}
        onChange={(next) => show({ view: next === 'week' ? 'week' : 'month', day })}
      />
    </Group>
  );
}
