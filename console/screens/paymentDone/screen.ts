import { createRoute } from '@tanstack/react-router';
import type { ScreenDescription } from '../../routing/description';
import { lazyScreen } from '../../routing/lazyScreen';
import { shell } from '../../routing/shell';
import { readPaymentLanding } from './search';

/** The page at which a payment ends. */
export const paymentDone = {
  route: createRoute({
    getParentRoute: () => shell,
    path: '/billing/done',
    validateSearch: readPaymentLanding,
    component: lazyScreen(async () => import('./PaymentDoneScreen'), 'PaymentDoneScreen'),
  }),
} satisfies ScreenDescription;
