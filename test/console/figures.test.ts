import {
  audienceOf,
  barsOf,
  daysOfFirstWeek,
  daysWithBefore,
  growthOf,
  isQuiet,
  largestFirst,
  periodsOf,
} from '../../console/screens/analytics/figures';
import type { Channel } from '../../console/screens/analytics/figures';
import { addDays } from '../../domain/statistics';

const day = (index: number) => ({
  date: addDays('2026-01-01', index),
  created: 2,
  published: 1,
  failed: index % 2,
  cancelled: 0,
  creditsUsed: 10,
});
const days = (count: number) => Array.from({ length: count }, (_none, index) => day(index));
const channel = (connectionId: string, subscribers: (number | null)[]): Channel => ({
  connectionId,
  name: connectionId,
  platform: 'youtube',
  points: subscribers.map((count, index) => ({
    date: addDays('2026-01-01', index),
    subscribers: count,
    totalViews: null,
  })),
});

describe('the bars of a chart', () => {
  it('are days, as long as these can be distinguished', () => {
    expect(barsOf(days(90))).toEqual(days(90));
  });

  it('are weeks beyond that, and nothing is lost', () => {
    const bars = barsOf(days(365));
    expect(bars).toHaveLength(53);
    expect(bars.slice(0, 2).map(({ date }) => date)).toEqual(['2026-01-01', '2026-01-02']);
    expect(bars[1]).toMatchObject({ created: 14, published: 7, failed: 4, creditsUsed: 70 });
    expect(bars.reduce((sum, { published }) => sum + published, 0)).toBe(365);
  });

  it.each([364, 365, 366, 370])('end with a whole week, and begin with what is left of %d days', (count) => {
    const [first, ...others] = barsOf(days(count)).map(({ published }) => published);
    expect(first).toBe(daysOfFirstWeek(days(count)));
    expect(new Set(others)).toEqual(new Set([7]));
  });
});

describe('days', () => {
  const nothing = { date: '2026-01-01', created: 0, published: 0, failed: 0, cancelled: 0, creditsUsed: 0 };

  it.each(['created', 'published', 'failed', 'cancelled', 'creditsUsed'])(
    'on which something was %s are not quiet',
    (name) => expect(isQuiet([nothing, { ...nothing, [name]: 1 }])).toBe(false),
  );

  it('without anything are quiet', () => expect(isQuiet([nothing, nothing])).toBe(true));
});

describe('the growth of a channel', () => {
  it('is counted from the first to the last day that has a count', () => {
    expect(growthOf(channel('coast', [null, 100, null, 90, null]), 'subscribers')).toEqual({ now: 90, change: -10 });
  });

  it('is none where nothing was counted', () => {
    expect(growthOf(channel('coast', [null, null]), 'subscribers')).toBeNull();
    expect(growthOf(channel('coast', [1, 2]), 'totalViews')).toBeNull();
  });

  it('puts the largest channel first, and those without a count last', () => {
    const channels = [channel('unknown', [null]), channel('small', [5]), channel('large', [1, 700])];
    expect(largestFirst(channels, 'subscribers').map(({ name }) => name)).toEqual(['large', 'small', 'unknown']);
  });
});

describe('the period before', () => {
  it('is read with the last days, as far as the API goes back', () => {
    expect([7, 30, 90, 182, 365].map(daysWithBefore)).toEqual([14, 60, 180, 364, 365]);
  });

  it('is as long as the last days, or is not known', () => {
    expect(periodsOf([1, 2, 3, 4], 2)).toEqual({ current: [3, 4], before: [1, 2] });
    expect(periodsOf([1, 2, 3], 2)).toEqual({ current: [2, 3], before: null });
  });

  it('of an audience has its own growth, over all channels that were counted', () => {
    const channels = [channel('coast', [10, 14, 14, 20]), channel('dunes', [null, null, 5, 7]), channel('sea', [])];
    expect(audienceOf(channels, 'subscribers', 2)).toEqual({ now: 27, change: 8, changeBefore: 4 });
    expect(audienceOf(channels, 'totalViews', 2)).toBeNull();
    expect(audienceOf([channel('coast', [10, 14])], 'subscribers', 2)).toEqual({
      now: 14,
      change: 4,
      changeBefore: null,
    });
  });
});
