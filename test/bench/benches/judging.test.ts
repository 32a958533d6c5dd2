import type { Figure, Round, Sample } from '../../../bench/Bench';
import { judge as judgeCreate } from '../../../bench/benches/create';
import { judge as judgeDue } from '../../../bench/benches/due';
import { judge as judgeHotCredits } from '../../../bench/benches/hotCredits';
import { judge as judgeImmediate } from '../../../bench/benches/immediate';
import { cpuOf } from '../../../bench/benches/immediate/publishAtOnce';
import { judge as judgePublish } from '../../../bench/benches/publish';
import { judge as judgeStandby } from '../../../bench/benches/standby';
import { judge as judgeUploads } from '../../../bench/benches/uploads';

/** Three rounds that were all the same. */
function rounds(samples: Record<string, Sample>): Round[] {
  return [1, 2, 3].map((number) => ({ number, samples, foreignShare: 0 }));
}

function figure(figures: readonly Figure[], what: string): Figure {
  const found = figures.find((one) => one.what.includes(what));
  if (!found) throw new Error(`no figure "${what}" in ${figures.map((one) => one.what).join('; ')}`);
  return found;
}

describe('create', () => {
  const judged = (rate: number, p99Ms: number) => {
    const fast = { answeredPerSecond: 1000, p50Ms: 5, p99Ms: 10 };
    const create = { ...fast, answeredPerSecond: rate };
    const started = { ...fast, answeredPerSecond: 400 };
    const steady = { 'bare steady': fast, 'create steady': { ...fast, p99Ms } };
    return judgeCreate(rounds({ bare: fast, 'bare started': started, create, ...steady }));
  };

  it.each([
    [500, true],
    [499, false],
  ])('at %p of 1000 a second meets its budget: %p', (rate, isMet) => {
    expect(figure(judged(rate, 10), 'created')).toMatchObject({ budget: 'ratio ≥ 0.5', isMet });
  });

  it('is shown against a bare server that starts workflows, too', () => {
    expect(figure(judged(300, 10), 'starts a workflow')).toMatchObject({ ratio: '0.75 (0.75–0.75)', isMet: true });
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
    [340, true],
    [341, false],
  ])("is held, at %p ms, against the platform's own 40 ms: %p", (p50Ms, isMet) => {
    const figures = judgePublish(rounds({ bare: { p50Ms: 40, p99Ms: 80 }, publish: { p50Ms, p99Ms: 500 } }));
    expect(figure(figures, 'beyond')).toMatchObject({ budget: '≤ 300 ms', isMet });
  });
});

describe('immediate', () => {
  const sample = { publishedPerSecond: 25, askedPerSecond: 90, p50Ms: 9, p99Ms: 9, onceCount: 10 };
  const judged = (own: Sample) =>
    judgeImmediate(rounds({ bare: { publishedPerSecond: 100, p50Ms: 9 }, immediate: own }), 10);

  it('meets its budget at 25 a second, and not below', () => {
    expect(figure(judged(sample), 'published, 10')).toMatchObject({ ratio: '0.25 (0.25–0.25)', isMet: true });
    expect(figure(judged({ ...sample, publishedPerSecond: 24.9 }), 'published, 10').isMet).toBe(false);
  });

  it('shows what CPU time a publication has cost each program', () => {
    const figures = judged({ ...sample, [cpuOf('Temporal')]: 51.2 });
    expect(figure(figures, 'CPU time of each, Temporal')).toMatchObject({ measured: '51.2 (51.2–51.2) ms' });
  });

  it('counts what was published once, over all rounds', () => {
    expect(figure(judged(sample), 'published once')).toMatchObject({ measured: '30 of 30', isMet: true });
    expect(figure(judged({ ...sample, onceCount: 9 }), 'published once')).toMatchObject({
      measured: '27 of 30',
      isMet: false,
    });
  });
});

describe('due', () => {
  const on = { earlyCount: 0, p50Ms: 40, p99Ms: 200, allLiveMs: 12_000 };
  const judged = (own: Sample, alone: Sample = on, count = 500) =>
    judgeDue(
      rounds({
        alone,
        due: own,
        'immediate alone': { ...on, p50Ms: 20 },
        'bare due': { ...on, p99Ms: 100 },
        immediate: { ...on, allLiveMs: 10_000 },
      }),
      count,
    );

  it.each([
    [12_000, true],
    [12_100, false],
  ])('all live after %p ms are held against 10 s of as many immediate ones: %p', (allLiveMs, isMet) => {
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
    expect(figure(judged({ ...on, allLiveMs }, on, count), `all ${count} live`).isMet).toBe(isMet);
  });

  it('asks of fewer than 500 only that they are as quick as immediate ones', () => {
    const figures = judged({ ...on, allLiveMs: 60_000 }, on, 4);
    expect(figure(figures, 'all 4 live')).toEqual({ what: 'all 4 live', measured: '60.0 (60.0–60.0) s', isMet: true });
    expect(figure(figures, 'all 4 live, against').isMet).toBe(false);
  });

  it('allows nothing to be public early, in either arm', () => {
    expect(figure(judged(on), 'early').isMet).toBe(true);
    expect(figure(judged({ ...on, earlyCount: 1 }), 'early')).toMatchObject({ measured: '3', isMet: false });
    expect(figure(judged(on, { ...on, earlyCount: 1 }), 'early').isMet).toBe(false);
  });

  it('allows one alone a lag of 50 ms, and shows that of an immediate one beside it', () => {
    const met = figure(judged(on, { ...on, p50Ms: 50 }), 'alone');
    expect(met).toMatchObject({ baseline: '20 (20–20) ms', ratio: '2.50 (2.50–2.50)', isMet: true });
    expect(figure(judged(on, { ...on, p50Ms: 51 }), 'alone').isMet).toBe(false);
  });

  it('shows the lags beside those of bare timers', () => {
    expect(figure(judged(on), 'p99, against bare due')).toMatchObject({ ratio: '2.00 (2.00–2.00)', isMet: true });
  });
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
      bare: { idleBytes: 60 * mebibyte, peakBytes: 80 * mebibyte, heldCount: 10 },
      worker: { peakBytes: 150 * mebibyte, heldCount: 10 },
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
