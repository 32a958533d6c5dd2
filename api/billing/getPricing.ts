import { z } from 'zod';
import { monthlyCreditsOf, planIds, plans, prices } from '../../domain/credits';
import { defineUseCase } from '../useCase';

export const getPricing = defineUseCase({
  name: 'getPricing',
  action: 'billing.read',
  summary: 'What operations and plans cost',
  description: 'An operation that is not listed is free.',
  input: z.object({}),
  refuses: [],
  run: async ({ deps: { config } }) => ({
    operations: prices,
    plans: planIds.map((plan) => ({
      plan,
      ...plans[plan],
      monthlyCredits: monthlyCreditsOf(plan, config.freePlanCredits),
    })),
  }),
});
