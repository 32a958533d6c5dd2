import { z } from 'zod';
import { Count } from './fields';

/** The headers of every billable answer (contract.md §6). */
export const CreditHeaders = z.object({
  'X-Credits-Used': Count.meta({ description: 'Credits that this request consumed', example: 10 }),
  'X-Credits-Balance': Count.meta({ description: 'Credits left afterwards', example: 490 }),
});
export type CreditHeaders = z.infer<typeof CreditHeaders>;

export function creditHeaders(used: number, balance: number): CreditHeaders {
  return { 'X-Credits-Used': used, 'X-Credits-Balance': balance };
}
