import { nextReadingAt, readingStateOf } from '../../../domain/statistics/readings';

const publishedAt = new Date('2026-01-01T08:00:00.000Z');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const after = (ms: number) => nextReadingAt(publishedAt, new Date(publishedAt.getTime() + ms));
const age = (at: Date | null) => at && (at.getTime() - publishedAt.getTime()) / hourMs;

describe('the readings of a post', () => {
  it('come 1, 6 and 24 hours after its publication, then daily to day 30, then weekly to day 365', () => {
    const ages: number[] = [];
    for (let at = nextReadingAt(publishedAt, publishedAt); at; at = nextReadingAt(publishedAt, at)) ages.push(age(at)!);
    const days = ages.slice(2).map((hours) => hours / 24);
    expect(ages.slice(0, 3)).toEqual([1, 6, 24]);
    expect(days.slice(0, 30)).toEqual(Array.from({ length: 30 }, (_none, index) => index + 1));
    expect(days.slice(30)).toEqual(Array.from({ length: 48 }, (_none, index) => 35 + 7 * index));
    expect(days.at(-1)).toBe(364);
  });

  it.each([
    ['at its publication', 0, 1],
    ['before its publication', -dayMs, 1],
    ['a moment before the first', hourMs - 1, 1],
    ['at the first', hourMs, 6],
    ['a moment after the first', hourMs + 1, 6],
    ['within the first day', 10 * hourMs, 24],
    ['after some were missed', 3.5 * dayMs, 96],
    ['at the last daily one', 30 * dayMs, 35 * 24],
    ['between weeks', 200 * dayMs, 203 * 24],
    ['a moment before the last', 364 * dayMs - 1, 364 * 24],
    ['at the last', 364 * dayMs, null],
    ['long after', 5000 * dayMs, null],
  ])('that follow are not those before: %s', (_when, ms, hours) => {
    expect(age(after(ms))).toBe(hours);
  });
});

it.each([
  ['active', {}],
  ['quota', { waitsForQuota: true }],
  ['access', { hasAccess: false, waitsForQuota: true }],
  ['off', { isOn: false, hasAccess: false, waitsForQuota: true }],
  ['ended', { nextAt: null, isOn: false, hasAccess: false, waitsForQuota: true }],
])('their state is %s: lasting reasons come before passing ones', (state, facts) => {
  const usual = { nextAt: publishedAt, waitsForQuota: false, isOn: true, hasAccess: true };
  expect(readingStateOf({ ...usual, ...facts })).toBe(state);
});
