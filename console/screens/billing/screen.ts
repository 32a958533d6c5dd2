import { createRoute } from '@tanstack/react-router';
import { CreditCard } from 'lucide-react';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { readScreen } from '../../routing/readScreen';
import { shell } from '../../routing/shell';
import { menu } from '../../texts/menu';
import { read } from './reads';
import { readBillingSearch } from './search';

export const billing = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/billing',
    validateSearch: readBillingSearch,
    loader: async (at) => readScreen(at, read),
    component: lazyScreen(async () => import('./BillingScreen'), 'BillingScreen'),
  }),
  entry: { label: menu.billing, Icon: CreditCard },
} satisfies ScreenDescription;
