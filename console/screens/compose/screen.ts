import { createRoute } from '@tanstack/react-router';
import { PenLine } from 'lucide-react';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { shell } from '../../routing/shell';
import { menu } from '../../texts/menu';
import { readComposeSearch } from './search';

export const compose = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/compose',
    validateSearch: readComposeSearch,
    component: lazyScreen(async () => import('./ComposeScreen'), 'ComposeScreen'),
  }),
  entry: { label: menu.compose, Icon: PenLine },
} satisfies ScreenDescription;
