import { kinds, wordsFor } from '../../kinds';
import { killKinds } from './chaos';
import { showProgress } from './progress';
import { aimMs, isFast, isProven, longestRecovery, summaryOf } from './summary';
import type { Outcome } from './summary';

const kill = (kind: (typeof killKinds)[number], atMs = 0, overMs = atMs) => ({ kind, atMs, overMs, hasStruck: true });

const proven: Outcome = {
  options: { minutes: 0.5, seed: 42, rate: 60, workers: 2 },
  strikes: [...killKinds.map((kind) => kill(kind)), { ...kill('api'), kind: 'platform answers 503' as const }],
  verdicts: [{ name: 'every assignment comes to an end', violations: [] }],
  posts: kinds.map((kind) => ({ name: wordsFor(kind), due: 1, live: 2 })),
  ends: { published: 25, failed: 3, cancelled: 2 },
  interventions: { retryNow: 3, reconcile: 2, giveUp: 1, endCleanUp: 0 },
  webhooksCount: 90,
  restMs: 12_300,
  foreignShare: 0,
  interruptions: [],
  publishedMs: [1500],
};
const textOf = (outcome: Outcome): string => summaryOf(outcome).join('\n');

it('tells of a run in which all that was promised was kept', () => {
  expect(isProven(proven)).toBe(true);
  const text = textOf(proven);
  expect(text).toMatch(/assignments +30\n +published +25\n +failed +3\n +cancelled +2/);
  expect(text).toMatch(/youtube video +2\n/);
  expect(text).toMatch(/longest recovery +1\.5 s \(api\)/);
  expect(text).toMatch(/seed +42/);
  expect(text).toContain('Every promise was kept.');
  expect(text).toContain('npm run prove -- --minutes 0.5 --seed 42 --rate 60 --workers 2');
});

it('tells which promise was broken, and how to see it again', () => {
  const violations = ['prove-000001 has 2 videos'];
  const outcome = { ...proven, verdicts: [{ name: 'one video', violations }] };
  expect(isProven(outcome)).toBe(false);
  expect(textOf(outcome)).toContain('BROKEN: one video (1)\n  prove-000001 has 2 videos');
  expect(textOf(outcome)).toMatch(/The same chaos again:\n {2}npm run prove -- .*--seed 42/);
  expect(textOf(outcome)).not.toContain('Every promise was kept.');
});

it('counts the processes that Node has ended, and tells of each', () => {
  const text = textOf({ ...proven, interruptions: ['Node ended the worker'] });
  expect(textOf(proven)).toMatch(/processes ended by Node +0\n/);
  expect(text).toMatch(/processes ended by Node +1\n/);
  expect(text).toContain('\nNode ended the worker\n');
});

it.each<[string, Partial<Outcome>]>([
  ['29 assignments of the 30', { ends: { published: 29 } }],
  ['nothing was published', { ends: { failed: 30 } }],
  ['no operator ever helped', { interventions: { retryNow: 0, reconcile: 0, giveUp: 0, endCleanUp: 0 } }],
  [
    'no post was ever live: youtube short',
    {
      options: { ...proven.options, minutes: 10 },
      ends: { published: 1000 },
      posts: proven.posts.map((tally) => ({ ...tally, live: tally.name === 'youtube short' ? 0 : 9 })),
    },
  ],
  ['never killed: Temporal', { strikes: proven.strikes.filter(({ kind }) => kind !== 'Temporal') }],
  [
    'never killed: Temporal',
    { strikes: proven.strikes.map((struck) => ({ ...struck, hasStruck: struck.kind !== 'Temporal' })) },
  ],
  ['no platform and no worker was ever troubled', { strikes: proven.strikes.slice(0, killKinds.length) }],
])('does not take a run for a proof in which less happened than was to happen: %s', (why, change) => {
  const outcome = { ...proven, ...change };
  expect(isProven(outcome)).toBe(false);
  expect(textOf(outcome)).toContain(`NOT PROVEN: ${why}`);
});

it('measures a recovery from the kill to the first assignment that is published once the process was started again', () => {
  const strikes = [kill('api', 1000, 2000), kill('Temporal', 5000, 8000), kill('worker', 20_000, 21_000)];
  expect(longestRecovery({ strikes, publishedMs: [1500, 2500, 6000, 9000, 22_000] })).toEqual({
    kind: 'Temporal',
    atMs: 5000,
    tookMs: 4000,
  });
  expect(longestRecovery({ strikes, publishedMs: [] })).toBeUndefined();
});

it.each([
  ['30 s after the last kill', 0, 30_000],
  ['60 s where others use half of the processor', 0.5, 60_000],
  ['no longer than 5 minutes, whatever others use', 1, 300_000],
])('is to come to rest by %s', (_what, foreignShare, limitMs) => {
  expect(aimMs({ foreignShare })).toBeCloseTo(limitMs);
  expect(isFast({ foreignShare, restMs: limitMs - 1 })).toBe(true);
  expect(isFast({ foreignShare, restMs: limitMs + 1 })).toBe(false);
});

it('tells how long it took to come to rest, and whether that was too long', () => {
  expect(textOf(proven)).toMatch(
    /came to rest after +12\.3 s; the aim is 30\.0 s, while others use 0 % of the processor/,
  );
  expect(textOf(proven)).not.toContain('TOO SLOW');
  const slow = { ...proven, restMs: 61_000, foreignShare: 0.5 };
  expect(textOf(slow)).toContain('TOO SLOW: it came to rest after 61.0 s; the aim is 60.0 s');
  expect(isProven(slow)).toBe(true);
});

describe('progress', () => {
  const shown = (isTTY: boolean): string => {
    let text = '';
    let now = 0;
    const progress = showProgress({ isTTY, write: (more) => (text += more) }, () => now);
    progress.phase('chaos');
    progress.struck(kill('api'));
    now = 65_000;
    progress.counts({ published: 7, pending: 2 });
    progress.counts(undefined);
    progress.end();
    return text;
  };

  it('is one line after the other where there is no terminal', () => {
    expect(shown(false)).toBe(
      '01:05  chaos  kills 1  troubles 0  asked 9  published 7  pending 2\n' +
        '01:05  chaos  kills 1  troubles 0  the database does not answer\n',
    );
  });

  it('is one line that changes in a terminal', () => {
    expect(shown(true).split('\r\x1b[2K')).toHaveLength(3);
    expect(shown(true).match(/\n/g)).toHaveLength(1);
  });
});
