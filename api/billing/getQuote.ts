import { z } from 'zod';
import { boughtCredits, priceOf } from '../../domain/credits';
import { defineUseCase } from '../useCase';

export const getQuote = defineUseCase({
  name: 'getQuote',
  action: 'billing.read',
  summary: 'What a number of credits would cost, bought beside the plan',
  description: 'Bought credits do not expire.',
  input: z.object({
    credits: z.int().min(boughtCredits.min).max(boughtCredits.max).meta({ description: 'How many', example: 1000 }),
  }),
  refuses: [],
  run: async (_context, { credits }) => {
    return { credits, unitPriceCents: boughtCredits.unitPriceCents, amountCents: priceOf(credits) };
  },
});
