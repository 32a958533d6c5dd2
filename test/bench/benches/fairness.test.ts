import type { Sample } from '../../../bench/Bench';
import { judge } from '../../../bench/benches/fairness';

describe('fairness', () => {
  it.each([
    [200, 100, true],
    [201, 100, false],
  ])(
    'of a small workspace that waits %p ms beside a large one and %p ms alone meets its budget: %p',
    (beside, alone, isMet) => {
      const sample = (ms: number): Sample => ({ p95Ms: ms, webhookP95Ms: ms });
      const besides = ['bulk', 'bulk of this moment', 'slow sources', 'a host that hangs'];
      const arms = Object.fromEntries(besides.map((what) => [`beside ${what}`, sample(beside)]));
      const figures = judge([{ number: 1, samples: { alone: sample(alone), ...arms }, foreignShare: 0 }], 5000);
      expect(figures.filter(({ budget }) => budget === 'ratio ≤ 2').map((one) => one.isMet)).toEqual([
        isMet,
        isMet,
        isMet,
        isMet,
        isMet,
        isMet,
      ]);
    },
  );
});
