import { createRoute } from '@tanstack/react-router';
import { ListVideo } from 'lucide-react';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { readScreen } from '../../routing/readScreen';
import { shell } from '../../routing/shell';
import { menu } from '../../texts/menu';
import { read } from './reads';
import { readAssignmentSearch } from './search';

export const assignments = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/assignments',
    validateSearch: readAssignmentSearch,
    loader: async (at) => readScreen(at, read),
    component: lazyScreen(async () => import('./AssignmentsScreen'), 'AssignmentsScreen'),
  }),
  entry: { label: menu.assignments, Icon: ListVideo },
} satisfies ScreenDescription;
