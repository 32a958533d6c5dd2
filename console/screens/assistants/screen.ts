import { createRoute } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import { queryClient } from '../../http/queryClient';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { readScreen } from '../../routing/readScreen';
import { shell } from '../../routing/shell';
import { menu } from '../../texts/menu';
import { grantsQuery } from './queries';

export const assistants = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/assistants',
    loader: async (at) => readScreen(at, () => [queryClient.prefetchQuery(grantsQuery)]),
    component: lazyScreen(async () => import('./AssistantsScreen'), 'AssistantsScreen'),
  }),
  entry: { label: menu.assistants, Icon: Bot, gate: ({ may }) => may('grant.manage') },
} satisfies ScreenDescription;
