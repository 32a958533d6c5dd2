import { createRoute } from '@tanstack/react-router';
import { CalendarDays } from 'lucide-react';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { readScreen } from '../../routing/readScreen';
import { shell } from '../../routing/shell';
import { menu } from '../../texts/menu';
import { read } from './reads';
import { readCalendarSearch } from './search';

export const calendar = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/calendar',
    validateSearch: readCalendarSearch,
    loader: async (at) => readScreen(at, read),
    component: lazyScreen(async () => import('./CalendarScreen'), 'CalendarScreen'),
  }),
  entry: { label: menu.calendar, Icon: CalendarDays },
} satisfies ScreenDescription;
