import type { Sample } from '../../../bench/Bench';
import { judge as judgeAhead } from '../../../bench/benches/ahead';
import { judge as judgeCreate } from '../../../bench/benches/create';
import { judge as judgeDue } from '../../../bench/benches/due';
import { judge as judgeScheduled } from '../../../bench/benches/scheduled';
import { judge as judgeHotCredits } from '../../../bench/benches/hotCredits';
import { judgeMemory, judgeSpeed } from '../../../bench/benches/media';
import { judgeStatements } from '../../../bench/benches/profile';
import { judge as judgePublish, judgeHistory as judgePublishHistory } from '../../../bench/benches/publish';
import { judge as judgeStandby } from '../../../bench/benches/standby';
import { judge as judgeUploads } from '../../../bench/benches/uploads';
import { judge as judgeWebhooks, judgeHistory as judgeWebhookHistory } from '../../../bench/benches/webhooks';
import { figure, rounds } from './rounds';

describe('create', () => {
  const judged = (rate: number, p99Ms: number) => {
    const fast = { answeredPerSecond: 1000, p50Ms: 5, p99Ms: 10 };
    const create = { ...fast, answeredPerSecond: rate };
    const started = { ...fast, answeredPerSecond: 400 };
    const steady = { 'bare steady': fast, 'create steady': { ...fast, p99Ms } };
    return judgeCreate(rounds({ bare: fast, 'bare started': started, create, ...steady }));
  };

  it.each([
    [300, true],
    [299, false],
  ])('at %p a second, where a bare server that starts workflows has 400, meets its budget: %p', (rate, isMet) => {
    const found = figure(judged(rate, 10), 'starts workflows');
    expect(found).toMatchObject({ budget: 'ratio ≥ 0.75', isMet });
    expect(found.comparable).toMatchObject({ kind: 'ratio', better: 'higher' });
  });

  it('is only shown against a bare server that starts none', () => {
    const found = figure(judged(100, 10), 'starts none');
    expect(found).toMatchObject({ ratio: '0.10 (0.10–0.10)', isMet: true });
    expect(found.budget).toBeUndefined();
  });

  it.each([
    [50, true],
    [50.1, false],
  ])('with a p99 of %p ms at 50 a second meets its budget: %p', (p99Ms, isMet) => {
    expect(figure(judged(1000, p99Ms), '50 a second, p99')).toMatchObject({ budget: '≤ 50 ms', isMet });
  });
});

describe('publish', () => {
  it.each([
    [140, true],
    [141, false],
  ])("is compared, at %p ms, against the platform's own 40 ms: %p", (p50Ms, isMet) => {
    const figures = judgePublish(rounds({ bare: { p50Ms: 40, p99Ms: 80 }, publish: { p50Ms, p99Ms: 500 } }));
    expect(figure(figures, 'beyond')).toMatchObject({ budget: '≤ 100 ms', isMet });
  });

  it.each([
    [11, true],
    [12, false],
  ])('leaves a history of %p events: %p', (events, isMet) => {
    expect(judgePublishHistory([events, events])).toMatchObject({
      budget: '≤ 11',
      isMet,
      comparable: { kind: 'count' },
    });
  });
});

describe('due', () => {
  const on = { earlyCount: 0, p50Ms: 40, p99Ms: 200, allLiveMs: 12_000 };
  const judged = (own: Sample, count = 500) =>
    judgeDue(
      rounds({
        due: own,
        'bare due': { ...on, p99Ms: 100 },
        immediate: { ...on, allLiveMs: 10_000 },
      }),
      count,
    );

  it.each([
    [12_000, true],
    [12_100, false],
  ])('all live after %p ms are compared with 10 s of as many immediate ones: %p', (allLiveMs, isMet) => {
    expect(figure(judged({ ...on, allLiveMs }), 'against as many immediate')).toMatchObject({
      baseline: '10.0 (10.0–10.0) s',
      budget: 'ratio ≤ 1.2',
      isMet,
    });
  });

  it.each([
    [500, 15_000, true],
    [500, 15_100, false],
    [1000, 30_000, true],
    [1000, 30_100, false],
  ])('%p are live in time after %p ms: %p', (count, allLiveMs, isMet) => {
    expect(figure(judged({ ...on, allLiveMs }, count), `all ${count} live`).isMet).toBe(isMet);
  });

  it('asks of fewer than 500 only that they are as quick as immediate ones', () => {
    const figures = judged({ ...on, allLiveMs: 60_000 }, 4);
    expect(figure(figures, 'all 4 live')).toEqual({ what: 'all 4 live', measured: '60.0 (60.0–60.0) s', isMet: true });
    expect(figure(figures, 'all 4 live, against').isMet).toBe(false);
  });

  it('allows nothing to be public early', () => {
    expect(figure(judged(on), 'early').isMet).toBe(true);
    expect(figure(judged({ ...on, earlyCount: 1 }), 'early')).toMatchObject({ measured: '3', isMet: false });
  });

  it('shows the lags beside those of bare timers', () => {
    expect(figure(judged(on), 'p99, against bare due')).toMatchObject({ ratio: '2.00 (2.00–2.00)', isMet: true });
  });
});

describe('ahead', () => {
  const on = { earlyCount: 0, p50Ms: 40, p99Ms: 200, allLiveMs: 10_000 };
  const judged = (small: Sample, large: Sample) =>
    judgeAhead(rounds({ immediate: { ...on, p50Ms: 20 }, small, large }), 2 * 1024 ** 3);

  it.each([
    [50, true],
    [51, false],
  ])('allows one alone a lag of %p ms, whatever its size: %p', (p50Ms, isMet) => {
    const small = figure(judged({ ...on, p50Ms }, on), '256 KiB');
    expect(small).toMatchObject({ baseline: '20 (20–20) ms', budget: '≤ 50 ms', isMet });
    const large = figure(judged(on, { ...on, p50Ms }), '2 GiB');
    expect(large).toMatchObject({ baseline: '40 (40–40) ms', budget: '≤ 50 ms', isMet });
    expect([small, large].map(({ comparable }) => comparable?.better)).toEqual(['lower', 'lower']);
  });

  it('allows nothing to be public early, in either arm', () => {
    const early = { ...on, earlyCount: 1 };
    expect(figure(judged(on, on), 'early').isMet).toBe(true);
    expect(figure(judged(early, on), 'early')).toMatchObject({ measured: '3', isMet: false });
    expect(figure(judged(on, early), 'early').isMet).toBe(false);
  });
});

describe('media', () => {
  const mebibyte = 1024 ** 2;

  it.each([
    [850, true],
    [849, false],
  ])('at %p of 1000 MB a second meet their budget: %p', (speed, isMet) => {
    const speeds = { 'curl | curl': 1e9, worker: speed * 1e6, source: 2e9, sink: 1.4e9 };
    const samples = Object.entries(speeds).map(([arm, bytesPerSecond]) => [arm, { bytesPerSecond }]);
    const figures = judgeSpeed(rounds(Object.fromEntries(samples)), 64 * mebibyte);
    expect(figure(figures, 'transfer of 64 MiB')).toMatchObject({ budget: 'ratio ≥ 0.85', isMet });
    expect(figures.map((one) => one.isMet)).toEqual([isMet, true, false]);
  });

  it.each([
    [164, true],
    [165, false],
  ])('take, at %p MiB where 100 are idle, what is allowed: %p', (peak, isMet) => {
    const memory = { idleBytes: 100 * mebibyte, smallPeakBytes: 110 * mebibyte, peakBytes: 120 * mebibyte };
    const figures = judgeMemory(rounds({ worker: { peakBytes: peak * mebibyte } }), memory, 64 * mebibyte);
    expect(figures.map((one) => one.isMet)).toEqual([true, isMet]);
  });
});

describe('webhooks', () => {
  const sample = { deliveredPerSecond: 35, duePerSecond: 60, p50Ms: 9, p99Ms: 9, arrivedCount: 10 };
  const judged = (burst: Sample) => {
    const bare = { ...sample, deliveredPerSecond: 1000 };
    return judgeWebhooks(rounds({ 'bare burst': bare, burst, 'bare steady': bare, steady: sample }), 10);
  };

  it('meet their budget at 35 a second, and not below', () => {
    expect(figure(judged(sample), 'delivered')).toMatchObject({ ratio: '0.035 (0.035–0.035)', isMet: true });
    expect(figure(judged({ ...sample, deliveredPerSecond: 34.9 }), 'delivered').isMet).toBe(false);
  });

  it('all have to arrive', () => {
    expect(figure(judged(sample), 'arrived once')).toMatchObject({ measured: '60 of 60', isMet: true });
    expect(figure(judged({ ...sample, arrivedCount: 9 }), 'arrived once').isMet).toBe(false);
  });

  it.each([
    [6, true],
    [7, false],
  ])('leave a history of %p events: %p', (events, isMet) => {
    expect(judgeWebhookHistory([events, events])).toMatchObject({
      budget: '≤ 6',
      isMet,
      comparable: { kind: 'count' },
    });
  });
});

it.each([
  [18, true],
  [18.1, false],
])('a publication costs the worker %p statements: %p', (statementsEach, isMet) => {
  const found = judgeStatements(rounds({ statements: { statementsEach } }));
  expect(found).toMatchObject({ budget: '≤ 18', isMet, comparable: { kind: 'count' } });
});

it('hotCredits meets its budget at 500 holds a second on one account', () => {
  const judged = (hot: number) =>
    judgeHotCredits(
      rounds({
        bare: { heldPerSecond: 1000 },
        many: { heldPerSecond: 800 },
        hot: { heldPerSecond: hot },
        'create many': { answeredPerSecond: 200 },
        'create hot': { answeredPerSecond: 100 },
      }),
    );
  expect(figure(judged(500), 'bare SQL')).toMatchObject({ ratio: '0.50 (0.50–0.50)', isMet: true });
  expect(figure(judged(499), 'bare SQL').isMet).toBe(false);
  expect(figure(judged(499), 'workspace').ratio).toBe('0.50 (0.50–0.50)');
});

it('standby shows ratios, of which nothing is asked', () => {
  const empty = { answeredPerSecond: 200, p50Ms: 10, p99Ms: 20 };
  const figures = judgeStandby(rounds({ empty, standby: { ...empty, answeredPerSecond: 150 } }), 100_000);
  expect(figure(figures, 'created, 100000')).toMatchObject({ ratio: '0.75 (0.75–0.75)', isMet: true });
  expect(figures.every(({ budget }) => budget === undefined)).toBe(true);
});

it('uploads spreads what memory was added over all that were in flight', () => {
  const mebibyte = 1024 ** 2;
  const figures = judgeUploads(
    rounds({
      bare: { idleBytes: 60 * mebibyte, peakBytes: 80 * mebibyte, stalledCount: 10 },
      worker: { peakBytes: 150 * mebibyte, stalledCount: 10 },
    }),
    100 * mebibyte,
    10,
  );
  expect(figure(figures, 'above idle')).toMatchObject({
    measured: '50.0 (50.0–50.0) MiB',
    baseline: '20.0 (20.0–20.0) MiB',
  });
  expect(figure(figures, 'of each').measured).toBe('5120 (5120–5120) KiB');
  expect(figure(figures, 'together')).toMatchObject({ measured: '30 of 30', isMet: true });
});

describe('scheduled', () => {
  const on = { earlyCount: 0, p50Ms: 30, p99Ms: 140, slowestMs: 150 };
  const judged = (own: Partial<Sample>) =>
    judgeScheduled(rounds({ alone: { ...on, p50Ms: 20 }, 'beside others': { ...on, ...own } }), 100);

  it.each([
    [{}, true, true, true],
    [{ p50Ms: 31 }, false, true, true],
    [{ slowestMs: 151 }, true, false, true],
    [{ earlyCount: 1 }, true, true, false],
  ])('%j meets p50 %p, slowest %p, none early %p', (own, p50, slowest, early) => {
    const figures = judged(own);
    expect(figure(figures, 'p50').isMet).toBe(p50);
    expect(figure(figures, 'slowest of 100').isMet).toBe(slowest);
    expect(figure(figures, 'early').isMet).toBe(early);
  });
});
