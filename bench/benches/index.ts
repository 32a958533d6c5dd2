import type { Bench } from '../Bench';
import { media } from './media';

/** Every bench that there is, in the order in which they run. */
export const benches: readonly Bench[] = [media];
