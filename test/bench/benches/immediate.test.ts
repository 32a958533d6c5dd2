import type { Sample } from '../../../bench/Bench';
import { judge } from '../../../bench/benches/immediate';
import { arrivalsOf, cpuOf, sampleOf } from '../../../bench/benches/immediate/measure';
import { figure, rounds } from './rounds';

const sample = { publishedPerSecond: 20, askedPerSecond: 90, p50Ms: 9, p99Ms: 9, onceCount: 10 };
const arms = {
  bare: { publishedPerSecond: 100, p50Ms: 9 },
  temporal: sample,
  immediate: sample,
  'temporal notified': sample,
  'immediate notified': sample,
  'temporal steady': sample,
  'immediate steady': sample,
};
const judged = (changed: Record<string, Sample>) => judge(rounds({ ...arms, ...changed }), 10);

describe('immediate publications', () => {
  it('meet their budget at 20 a second, and not below', () => {
    expect(figure(judged({}), 'published, 10')).toMatchObject({ ratio: '0.20 (0.20–0.20)', isMet: true });
    const slower = judged({ immediate: { ...sample, publishedPerSecond: 19.9 } });
    expect(figure(slower, 'published, 10').isMet).toBe(false);
  });

  it.each([
    ['', 'published, 10 at once, against bare Temporal'],
    [' notified', 'published with webhooks, 2 at once, against bare Temporal'],
  ])('meet their budget at three quarters of the rate of bare Temporal%s, and not below', (arm, what) => {
    const at = (publishedPerSecond: number) =>
      figure(judged({ [`immediate${arm}`]: { ...sample, publishedPerSecond } }), what);
    expect(at(15)).toMatchObject({ budget: 'ratio ≥ 0.75', isMet: true, comparable: { better: 'higher' } });
    expect(at(14.9).isMet).toBe(false);
  });

  it('may take twice as long as with bare Temporal at a steady rate, and no longer', () => {
    const at = (p50Ms: number) => figure(judged({ 'immediate steady': { ...sample, p50Ms } }), '10 a second, p50');
    expect(at(18)).toMatchObject({ budget: 'ratio ≤ 2', isMet: true, comparable: { better: 'lower' } });
    expect(at(19).isMet).toBe(false);
  });

  it.each([
    ['', 'CPU time of each'],
    [' notified', 'CPU time of each with webhooks'],
  ])('show their CPU time beside that of bare Temporal%s', (arm, what) => {
    const own = { ...sample, [cpuOf('all')]: 100, [cpuOf('Temporal')]: 60, [cpuOf('API')]: 40 };
    const bare = { ...sample, [cpuOf('all')]: 50, [cpuOf('Temporal')]: 50 };
    const figures = judged({ [`immediate${arm}`]: own, [`temporal${arm}`]: bare });
    expect(figure(figures, `${what}, all`)).toMatchObject({ ratio: '2.00 (2.00–2.00)' });
    expect(figure(figures, `${what}, Temporal`)).toMatchObject({
      measured: '60.0 (60.0–60.0) ms',
      baseline: '50.0 (50.0–50.0) ms',
    });
    expect(figure(figures, `${what}, API`)).toMatchObject({ measured: '40.0 (40.0–40.0) ms' });
  });

  it('are counted once, over all rounds', () => {
    expect(figure(judged({}), 'published once')).toMatchObject({ measured: '30 of 30', isMet: true });
    const fewer = judged({ immediate: { ...sample, onceCount: 9 } });
    expect(figure(fewer, 'published once')).toMatchObject({ measured: '27 of 30', isMet: false });
  });
});

describe('a run', () => {
  const startedMs = Date.parse('2026-12-01T09:00:00Z');
  const at = (createdMs: number, publishedMs: number) => ({
    createdMs: startedMs + createdMs,
    publishedMs: startedMs + publishedMs,
  });
  const published = [at(0, 4000), at(100, 1000), at(400, 2000), at(500, 900)];

  it('lasts from the first request to the last publication', () => {
    const expected = { publishedPerSecond: 1, askedPerSecond: 8, p50Ms: 900, p99Ms: 4000 };
    expect(sampleOf(published)).toEqual(expected);
  });

  it('lasts until the last webhook where that comes later', () => {
    expect(sampleOf(published, [startedMs + 8000, startedMs + 1000])).toMatchObject({ publishedPerSecond: 0.5 });
    expect(sampleOf(published, [startedMs + 10])).toMatchObject({ publishedPerSecond: 1 });
  });
});

describe('webhooks of a run', () => {
  const arrival = (id: string) => ({ id, assignmentId: 'any', dueMs: 1, arrivedMs: 5, bodyBytes: 200 });

  it('arrive once each', () => {
    expect(arrivalsOf({ arrivals: [arrival('a'), arrival('b')], refusedCount: 0 }, 2)).toEqual([5, 5]);
  });

  it.each([
    ['one is missing', ['a'], 0],
    ['one came twice', ['a', 'b', 'b'], 0],
    ['one came instead of another', ['a', 'a'], 0],
    ['one too many came', ['a', 'b', 'c'], 0],
    ['one had a bad signature', ['a', 'b'], 1],
  ])('are refused when %s', (_, ids, refusedCount) => {
    expect(() => arrivalsOf({ arrivals: ids.map(arrival), refusedCount }, 2)).toThrow('2 webhooks were to come');
  });
});
