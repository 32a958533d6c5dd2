import { judge as judgeConsoleList } from '../../../bench/benches/consoleList';
import { judge as judgeConsolePages } from '../../../bench/benches/consolePages';
import { judge as judgeConsoleStats } from '../../../bench/benches/consoleStats';
import { judge as judgeLighthouse } from '../../../bench/benches/lighthouse';
import { judge as judgeLogIn } from '../../../bench/benches/logIn';
import { judge as judgeStreams } from '../../../bench/benches/streams';
import { figure, rounds } from './rounds';

describe('consoleList', () => {
  it.each([
    [50, true],
    [50.1, false],
  ])('with a p95 of %p ms meets its budget: %p', (p95Ms, isMet) => {
    const judged = judgeConsoleList(rounds({ list: { p50Ms: 5, p95Ms, maxMs: 200 } }));
    expect(figure(judged, 'p95')).toMatchObject({ budget: '≤ 50 ms', isMet });
    expect(figure(judged, 'slowest').budget).toBeUndefined();
  });
});

describe('logIn', () => {
  it.each([
    [20, 22, true],
    [22, 20, true],
    [20, 22.1, false],
    [22.1, 20, false],
  ])('with %p ms for a wrong password and %p ms for an unknown email meets its budget: %p', (known, unknown, isMet) => {
    const judged = judgeLogIn(rounds({ failures: { knownP50Ms: known, unknownP50Ms: unknown } }));
    expect(figure(judged, 'slower of both')).toMatchObject({ budget: 'ratio ≤ 1.1', isMet });
  });
});

describe('streams', () => {
  it.each([
    [100, 1000, true],
    [101, 1000, false],
    [100, 1001, false],
  ])('that take %p MiB and tell of a change after %p ms meet their budgets: %p', (mebibytes, lagMaxMs, areMet) => {
    const openBytes = (100 + mebibytes) * 1024 ** 2;
    const judged = judgeStreams(rounds({ streams: { openBytes, lagP50Ms: 5, lagMaxMs } }), 100 * 1024 ** 2);
    expect(judged.every(({ isMet }) => isMet)).toBe(areMet);
  });
});

describe('consoleStats', () => {
  it('asks each statistic alone to meet the budget', () => {
    const fast = { overviewMs: 100, analyticsMs: 9, recentPostsMs: 9, subscriberGrowthMs: 9 };
    const judged = judgeConsoleStats(rounds({ statistics: { ...fast, compareMs: 100.1 } }));
    expect(figure(judged, 'overview')).toMatchObject({ budget: '≤ 100 ms', isMet: true });
    expect(figure(judged, 'compare')).toMatchObject({ budget: '≤ 100 ms', isMet: false });
  });
});

describe('consolePages', () => {
  const fast = { tableMs: 100, calendarMs: 100, lagMs: 1000, scriptBytes: 250_000, overviewFirstMs: 1000 };

  it.each([
    [{}, true],
    [{ overviewFirstMs: 1001 }, false],
    [{ tableMs: 101 }, false],
    [{ calendarMs: 101 }, false],
    [{ lagMs: 1001 }, false],
    [{ scriptBytes: 250_001 }, false],
  ])('with %j beside what is just fast enough meets all its budgets: %p', (slow, areMet) => {
    const others = ['assignments', 'calendar', 'analytics', 'billing'].map((name) => [`${name}FirstMs`, 900]);
    const judged = judgeConsolePages(rounds({ pages: { ...Object.fromEntries(others), ...fast, ...slow } }));
    expect(judged.every(({ isMet }) => isMet)).toBe(areMet);
  });
});

describe('lighthouse', () => {
  const screens = ['login', 'overview', 'assignments', 'compose', 'calendar', 'analytics', 'billing', 'assignment'];
  const scores = Object.fromEntries([...screens, 'accessibility', 'bestPractices', 'seo'].map((name) => [name, 95]));

  it.each([
    ['phone', {}, true],
    ['phone', { billing: 94 }, false],
    ['desktop', { assignment: 94 }, false],
    ['phone', { seo: 94 }, false],
  ])('with %s scores that differ from 95 by %j meets all its budgets: %p', (formFactor, low, areMet) => {
    const samples = { phone: scores, desktop: scores, [formFactor]: { ...scores, ...low } };
    expect(judgeLighthouse(rounds(samples)).every(({ isMet }) => isMet)).toBe(areMet);
  });
});
