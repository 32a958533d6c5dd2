import { z } from 'zod';
import { Timestamp } from '../http/fields';

export const BillingStatus = z
  .object({
    balance: z.int().meta({ description: 'Credits left: of the cycle and bought ones' }),
    plan: z.string(),
    planName: z.string(),
    monthlyCredits: z.int().meta({ description: 'Credits of each cycle' }),
    creditsUsedThisCycle: z.int().meta({ description: 'Spent, and held for jobs that have not ended' }),
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
