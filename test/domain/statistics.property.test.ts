import * as fc from 'fast-check';
import {
  addDays,
  daysOf,
  lastDays,
  medianSeconds,
  percentChange,
  rangeBefore,
  spansOf,
  successRate,
} from '../../domain/statistics';
import { runs } from '../support/counts';

const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2020-01-01', days));

it('counts days over the end of a month and of February', () => {
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31');
  expect(lastDays('2026-03-01', 1)).toEqual({ first: '2026-03-01', last: '2026-03-01' });
  expect(lastDays('2026-03-01', 30)).toEqual({ first: '2026-01-31', last: '2026-03-01' });
  expect(rangeBefore({ first: '2026-01-31', last: '2026-03-01' })).toEqual({ first: '2026-01-01', last: '2026-01-30' });
});

it('reads months as such, adds or takes away at most half a month at each end, and counts every day once', () => {
  expect(spansOf({ first: '2026-01-25', last: '2026-04-02' })).toEqual([
    { span: 'month', sign: '+', from: '2026-02-01', to: '2026-04-01' },
    { span: 'day', sign: '+', from: '2026-01-25', to: '2026-02-01' },
    { span: 'day', sign: '+', from: '2026-04-01', to: '2026-04-03' },
  ]);
  expect(spansOf({ first: '2026-02-03', last: '2026-03-29' })).toEqual([
    { span: 'month', sign: '+', from: '2026-02-01', to: '2026-04-01' },
    { span: 'day', sign: '-', from: '2026-02-01', to: '2026-02-03' },
    { span: 'day', sign: '-', from: '2026-03-30', to: '2026-04-01' },
  ]);
  expect(spansOf({ first: '2026-02-01', last: '2026-02-28' })).toEqual([
    { span: 'month', sign: '+', from: '2026-02-01', to: '2026-03-01' },
  ]);
  expect(spansOf({ first: '2026-02-02', last: '2026-02-09' })).toEqual([
    { span: 'day', sign: '+', from: '2026-02-02', to: '2026-02-10' },
  ]);
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 800 }), (last, days) => {
      const range = lastDays(last, days);
      const spans = spansOf(range);
      const counts = new Map<string, number>();
      for (const { sign, from, to } of spans)
        for (const one of daysOf({ first: from, last: addDays(to, -1) }))
          counts.set(one, (counts.get(one) ?? 0) + (sign === '+' ? 1 : -1));
      const counted = [...counts]
        .filter(([, count]) => count !== 0)
        .toSorted(([one], [other]) => (one < other ? -1 : 1));
      expect(counted).toEqual(daysOf(range).map((one) => [one, 1]));
      const single = spans
        .filter(({ span }) => span === 'day')
        .map(({ from, to }) => daysOf({ first: from, last: to }));
      expect(Math.max(0, ...single.map(({ length }) => length - 1))).toBeLessThanOrEqual(
        Math.max(16, Math.min(days, 31)),
      );
      expect(spans.every(({ span, from, to }) => span === 'day' || (from.endsWith('-01') && to.endsWith('-01')))).toBe(
        true,
      );
    }),
    runs(200, 10_000),
  );
});

it('has no median, rate or change without data', () => {
  expect(medianSeconds([])).toBeNull();
  expect(successRate({ published: 0, failed: 0 })).toBeNull();
  expect([percentChange(3, 0), percentChange(null, 3), percentChange(3, null)]).toEqual([null, null, null]);
});

it('takes the mean of the two in the middle for the median of an even count', () => {
  const one = { bucket: 1, posts: 1, totalMs: 1500 };
  const two = { bucket: 4, posts: 1, totalMs: 4000 };
  const many = { bucket: 9, posts: 3, totalMs: 27_600 };
  expect(medianSeconds([one])).toBe(1.5);
  expect(medianSeconds([one, two])).toBe(2.75);
  expect(medianSeconds([one, two, many])).toBe(9.2);
});

it('says rates as shares and changes in percent', () => {
  expect(successRate({ published: 2, failed: 1 })).toBe(0.6667);
  expect([percentChange(3, 2), percentChange(1, 3), percentChange(0, 5)]).toEqual([50, -66.7, -100]);
});
