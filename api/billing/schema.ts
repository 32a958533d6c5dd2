import { z } from 'zod';
import { plans } from '../../domain/credits';
import { Count, Timestamp } from '../http/fields';

export const BillingStatus = z
  .strictObject({
    balance: Count.meta({ description: 'Credits left: of the cycle and bought ones' }),
    plan: z.enum(Object.keys(plans)),
    planName: z.string(),
    monthlyCredits: Count.meta({ description: 'Credits of each cycle' }),
    creditsUsedThisCycle: Count.meta({ description: 'Spent, and held for jobs that have not ended' }),
    cycleStartedAt: Timestamp,
    cycleResetsAt: Timestamp.meta({ description: 'What is left of the cycle’s credits expires then' }),
  })
  .meta({
    id: 'BillingStatus',
    example: {
      balance: 480,
      plan: 'free',
      planName: 'Free',
      monthlyCredits: 500,
      creditsUsedThisCycle: 20,
      cycleStartedAt: '2026-11-15T00:00:00.000Z',
      cycleResetsAt: '2026-12-15T00:00:00.000Z',
    },
  });
export type BillingStatus = z.infer<typeof BillingStatus>;
