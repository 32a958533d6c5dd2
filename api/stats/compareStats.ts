import { z } from 'zod';
import { defineUseCase } from '../useCase';
import { changeOf, figuresOf, readPeriods } from './figures';
import { Days } from './consoleSchema';

export const compareStats = defineUseCase({
  name: 'compareStats',
  action: 'statistics.read',
  summary: 'The last days against as many before them',
  description:
    'Days are those of UTC; today is the last one, so far. `change` is in percent, and null where the previous figure is 0 ' +
    'or either one is null. Credits are those of the whole workspace.',
  input: z.object({ days: Days }),
  refuses: [],
  run: async ({ principal: { tenant } }, { days }) => {
    const periods = await readPeriods(tenant, days);
    const [current, previous] = await Promise.all([
      figuresOf(tenant, periods.current),
      figuresOf(tenant, periods.previous),
    ]);
    return { current, previous, change: changeOf(current, previous) };
  },
});
