import type { Bench } from '../Bench';
import { media } from './media';
import { webhooks } from './webhooks';

/** Every bench that there is, in the order in which they run. */
export const benches: readonly Bench[] = [media, webhooks];
