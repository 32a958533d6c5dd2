import { createRoute } from '@tanstack/react-router';
import { Gauge } from 'lucide-react';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { readScreen } from '../../routing/readScreen';
import { shell } from '../../routing/shell';
import { menu } from '../../texts/menu';
import { read } from './reads';

export const overview = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/',
    loader: async (at) => readScreen(at, read),
    component: lazyScreen(async () => import('./OverviewScreen'), 'OverviewScreen'),
  }),
  entry: { label: menu.overview, Icon: Gauge },
} satisfies ScreenDescription;
