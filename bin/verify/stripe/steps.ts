import type { Step } from '../step';
import { accountSteps } from './accountSteps';
import { paidSteps } from './paidSteps';
import type { StripeWalk } from './StripeWalk';

/** The walk at Stripe, in its order. */
export const stripeSteps: readonly Step<StripeWalk>[] = [...accountSteps, ...paidSteps];
