import { createRoute } from '@tanstack/react-router';
import { ChartLine } from 'lucide-react';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { readScreen } from '../../routing/readScreen';
import { shell } from '../../routing/shell';
import { menu } from '../../texts/menu';
import { read } from './reads';
import { readAnalyticsSearch } from './search';

export const analytics = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/analytics',
    validateSearch: readAnalyticsSearch,
    loader: async (at) => readScreen(at, read),
    component: lazyScreen(async () => import('./AnalyticsScreen'), 'AnalyticsScreen'),
  }),
  entry: { label: menu.analytics, Icon: ChartLine },
} satisfies ScreenDescription;
