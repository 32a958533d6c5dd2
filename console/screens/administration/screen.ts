import { createRoute } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { shell } from '../../routing/shell';
import { menu } from '../../texts/menu';

export const administration = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/administration',
    component: lazyScreen(async () => import('./AdministrationScreen'), 'AdministrationScreen'),
  }),
  entry: { label: menu.administration, Icon: ShieldCheck, gate: ({ profile }) => profile.isPlatformAdmin },
} satisfies ScreenDescription;
