import type { Figure, Round, Sample } from '../../bench/Bench';
import { checkArrivals } from '../../bench/baseline/webhooks/checkArrivals';
import { createReceiver } from '../../bench/baseline/webhooks/receiver';
import { judge as judgeConsoleList } from '../../bench/benches/consoleList';
import { judge as judgeConsoleScreens, paths } from '../../bench/benches/consoleScreens';
import { judge as judgeCreate } from '../../bench/benches/create';
import { judge as judgeDue } from '../../bench/benches/due';
import { lagsOf, liveTimes } from '../../bench/benches/due/lags';
import { judge as judgeFairness } from '../../bench/benches/fairness';
import { judge as judgeImmediate, judgeCounts } from '../../bench/benches/immediate';
import { sampleOf as publishedOf } from '../../bench/benches/immediate/measure';
import { judgeMemory, judgeSpeed } from '../../bench/benches/media';
import { judge as judgeScheduled } from '../../bench/benches/scheduled';
import { judge as judgeStandby } from '../../bench/benches/standby';
import { judge as judgeWebhooks, judgeHistory } from '../../bench/benches/webhooks';
import { sampleOf as deliveredOf } from '../../bench/benches/webhooks/sample';
import { localPorts } from '../../bench/measure/backendsOf';
import { readCount } from '../../bench/measure/readCount';
import { formatSize, parseSize } from '../../bench/measure/sizes';
import { countStatements } from '../../bench/measure/statementLog';
import { median, percentile, ratios, spread } from '../../bench/measure/statistics';
import { parseProcess, parseTotals, sumOfTree } from '../../bench/tools/foreignCpu';
import { inLanes } from '../../bench/tools/inLanes';
import { signatureHeaders } from '../../lib/webhookSignature';
import { useServer } from '../support/servers/server';

const rounds = (samples: Record<string, Sample>): Round[] =>
  [1, 2, 3].map((number) => ({ number, samples, foreignShare: 0 }));

describe('statistics', () => {
  it.each([
    [median([9, 1, 5]), 5],
    [median([4, 1, 3, 2]), 2.5],
    [median([10, 9, 100]), 10],
    [
      percentile(
        Array.from({ length: 100 }, (_, index) => 100 - index),
        0.99,
      ),
      99,
    ],
    [percentile([7], 0.99), 7],
    [percentile([1, 2, 3], 1), 3],
    [ratios([8, 30], [10, 20]), [0.8, 1.5]],
    [spread([910.4, 970, 940], 0, 'MB/s'), '940 (910–970) MB/s'],
    [parseSize('2GiB'), 2 * 1024 ** 3],
    [formatSize(parseSize('1024MiB')), '1 GiB'],
    [readCount('due', '500', 2, 1000), 500],
  ])('%j is %j', (found, expected) => {
    expect(found).toEqual(expected);
  });

  it.each([
    [() => median([]), 'no values'],
    [() => percentile([], 0.5), 'no values'],
    [() => ratios([1, 2], [1]), 'needs a baseline'],
    [() => parseSize('2GB'), 'is no size'],
    [() => parseSize('0MiB'), 'is no size'],
    [() => readCount('due', '1.5', 2, 1000), '--due must be a number from 2 to 1000'],
    [() => readCount('due', '1001', 2, 1000), '--due must be'],
  ])('%s is refused', (work, reason) => {
    expect(work).toThrow(reason);
  });
});

/** A judgement of samples in which `value` is the number that the budget is about. */
type Judge = (value: number) => readonly Figure[];
const same = { publishedPerSecond: 100, askedPerSecond: 90, p50Ms: 10, p99Ms: 10, answeredPerSecond: 100 };
const sides = ['', ' notified', ' steady', ' by activity'].flatMap((arm) => [`temporal${arm}`, `immediate${arm}`]);
const immediate = (arm: string, changed: Sample) =>
  judgeImmediate(
    rounds({ ...Object.fromEntries(sides.map((name) => [name, same])), [arm]: { ...same, ...changed } }),
    10,
  );
const create = (created: Sample, steady: Sample = same) =>
  judgeCreate(
    rounds({ bare: same, 'bare started': same, create: created, 'bare steady': same, 'create steady': steady }),
  );
const screens: Judge = (value) =>
  judgeConsoleScreens(rounds({ screens: Object.fromEntries(Object.keys(paths).map((name) => [`${name}Ms`, value])) }));
const lag = { earlyCount: 0, p50Ms: 10, p99Ms: 20, slowestMs: 20, allLiveMs: 10_000 };
const due = (changed: Sample) => judgeDue(rounds({ due: { ...lag, ...changed }, immediate: lag }), 500);
const scheduled = (changed: Sample) =>
  judgeScheduled(rounds({ alone: lag, 'beside others': { ...lag, ...changed } }), 100);
const speed =
  (arm: string): Judge =>
  (value) => {
    const speeds = { 'curl | curl': 1e9, worker: 2e9, source: 2e9, sink: 2e9, [arm]: value * 1e6 };
    const samples = Object.entries(speeds).map(([name, bytesPerSecond]) => [name, { bytesPerSecond }]);
    return judgeSpeed(rounds(Object.fromEntries(samples)), 1024 ** 2);
  };
const memory: Judge = (value) =>
  judgeMemory(
    rounds({ worker: { peakBytes: value * 1024 ** 2 } }),
    { idleBytes: 100 * 1024 ** 2, smallPeakBytes: 0, peakBytes: 0 },
    1024 ** 2,
  );
const delivered = { deliveredPerSecond: 100, duePerSecond: 100, p50Ms: 9, p99Ms: 9 };
const webhooks: Judge = (value) =>
  judgeWebhooks(
    rounds({
      burst: { ...delivered, deliveredPerSecond: value },
      steady: delivered,
      'temporal burst': delivered,
      'temporal steady': delivered,
    }),
    10,
  );
const besides = ['bulk', 'bulk of this moment', 'slow sources', 'a host that hangs'].map((what) => `beside ${what}`);
const fairness =
  (arm: string, name: string): Judge =>
  (value) => {
    const alone = { p95Ms: 100, webhookP95Ms: 100 };
    const all = Object.fromEntries(['alone', ...besides].map((one) => [one, alone]));
    return judgeFairness(rounds({ ...all, [arm]: { ...alone, [name]: value } }), 5000);
  };
const idle = { listP95Ms: 100, createP99Ms: 100, createdPerSecond: 100, lagP50Ms: 100, lagP99Ms: 100, earlyCount: 0 };
const standby =
  (name: string): Judge =>
  (value) =>
    judgeStandby(rounds({ empty: idle, standby: { ...idle, [name]: value } }), 1000);

it.each<[what: string, judge: Judge, good: number, bad: number]>([
  ['published, 10 at once', (value) => immediate('immediate', { publishedPerSecond: value }), 75, 74],
  ['published with webhooks', (value) => immediate('immediate notified', { publishedPerSecond: value }), 75, 74],
  ['by regular activities', (value) => immediate('immediate by activity', { publishedPerSecond: value }), 60, 59],
  ['10 a second, p50', (value) => immediate('immediate steady', { p50Ms: value }), 20, 21],
  [
    'history events of a publication',
    (value) => judgeCounts(rounds({ statements: { worker: 9, API: 2 } }), [value]),
    11,
    12,
  ],
  [
    'statements of a publication',
    (value) => judgeCounts(rounds({ statements: { worker: value, API: 2 } }), [7]),
    16,
    17,
  ],
  ['history events of a delivery', (value) => [judgeHistory([value, value])], 6, 7],
  ['delivered, 10 due at once', webhooks, 60, 59],
  ['starts workflows', (value) => create({ ...same, answeredPerSecond: value }), 85, 84],
  ['50 a second, p99', (value) => create(same, { ...same, p99Ms: value }), 50, 50.1],
  ['all 500 live', (value) => due({ allLiveMs: value }), 12_000, 15_100],
  ['against as many immediate', (value) => due({ allLiveMs: value }), 12_000, 12_100],
  ['public early', (value) => due({ earlyCount: value }), 0, 1],
  ['lag beside others, p50', (value) => scheduled({ p50Ms: value }), 30, 31],
  ['lag beside others, p99', (value) => scheduled({ p99Ms: value }), 150, 151],
  ['public early', (value) => scheduled({ earlyCount: value }), 0, 1],
  ['transfer of 1 MiB', speed('worker'), 900, 899],
  ['limit of the source', speed('source'), 1500, 1499],
  ['limit of the sink', speed('sink'), 1500, 1499],
  ['worker memory, 1 MiB', memory, 164, 165],
  ['published beside 5000, p95', fairness('beside bulk', 'p95Ms'), 200, 201],
  ['notified beside 5000, p95', fairness('beside bulk', 'webhookP95Ms'), 200, 201],
  ['scheduledAt of that moment', fairness('beside bulk of this moment', 'p95Ms'), 200, 201],
  ['which hangs', fairness('beside a host that hangs', 'webhookP95Ms'), 200, 201],
  ['published beside 5000 slow sources', fairness('beside slow sources', 'p95Ms'), 200, 201],
  ['notified beside 5000 slow sources', fairness('beside slow sources', 'webhookP95Ms'), 200, 201],
  ['a page of a list, p95', standby('listP95Ms'), 105, 106],
  ['created, p99', standby('createP99Ms'), 105, 106],
  ['lag, p50', standby('lagP50Ms'), 105, 106],
  ['public early', standby('earlyCount'), 0, 1],
  ['screen overview, whole', screens, 1000, 1001],
  ['page of the console, p95', (p95Ms) => judgeConsoleList(rounds({ list: { p50Ms: 5, p95Ms, maxMs: 200 } })), 50, 51],
])('"%s" has a budget that its last good value meets, and the next one does not', (what, judge, good, bad) => {
  const isMet = (value: number) =>
    judge(value).find((one) => one.what.includes(what) && one.budget !== undefined)?.isMet;
  expect([isMet(good), isMet(bad)]).toEqual([true, false]);
});

const startMs = Date.parse('2026-12-01T09:00:00Z');
const video = (title: string, publicAfterMs: number | null = 0) => ({
  snippet: { title },
  status: { privacyStatus: publicAfterMs === null ? 'private' : 'public' },
  publicSince: publicAfterMs === null ? null : new Date(startMs + publicAfterMs).toISOString(),
});
const arrival = (id: string, dueMs = 0, arrivedMs = 1) => {
  return { id, assignmentId: `assignment-${id}`, dueMs: startMs + dueMs, arrivedMs: startMs + arrivedMs, bodyBytes: 9 };
};

describe('a run', () => {
  it('counts from the first request to the last publication or webhook, and from the first due to the last arrival', () => {
    const times = [
      [0, 4000],
      [100, 1000],
      [400, 2000],
      [500, 900],
    ] as const;
    const published = times.map(([createdMs, publishedMs]) => ({ createdMs, publishedMs }));
    const expected = { publishedPerSecond: 1, askedPerSecond: 8, p50Ms: 900, p99Ms: 4000 };
    expect(publishedOf(published)).toEqual(expected);
    expect(publishedOf(published, [8000, 1])).toMatchObject({ publishedPerSecond: 0.5 });
    const arrivals = [arrival('a', 0, 100), arrival('b', 100, 2000), arrival('c', 200, 1000), arrival('d', 400, 900)];
    expect(deliveredOf({ arrivals })).toEqual({ deliveredPerSecond: 2, duePerSecond: 10, p50Ms: 500, p99Ms: 1900 });
  });

  it('has lags from when each was due to when it was public, whatever the order, and tells of early ones', () => {
    const live = liveTimes([video('Run 1', 2010), video('Other 0', 1), video('Run 0', 30)], 'Run', 2);
    const lags = { earlyCount: 0, p50Ms: 10, p99Ms: 30, allLiveMs: 2010 };
    expect(lagsOf(live, [startMs, startMs + 2000])).toEqual(lags);
    expect(lagsOf(live, [startMs, startMs + 2011])).toMatchObject({ earlyCount: 1 });
    expect(() => lagsOf(live, [startMs])).toThrow('of 1 publications 2 are public');
  });

  it.each([
    ['1 are missing', [video('Run 0')]],
    ['1 not public', [video('Run 0'), video('Run 1', null)]],
    ['it has 3 videos', [video('Run 0'), video('Run 1'), video('Run 1')]],
  ])('ends where of two publications %s', (reason, videos) => {
    expect(() => liveTimes(videos, 'Run', 2)).toThrow(reason);
  });

  it.each([
    ['1 are missing', ['a', 'c'], 0],
    ['3 good requests brought 2 deliveries', ['a', 'b', 'b'], 0],
    ['brought 3 deliveries', ['a', 'b', 'c'], 0],
    ['1 had bad signatures', ['a', 'b'], 1],
  ])('ends where of two webhooks %s', (reason, ids, refusedCount) => {
    const report = { arrivals: ids.map((id) => arrival(id)), refusedCount };
    expect(() => checkArrivals(report, 2, ['assignment-a', 'assignment-b'])).toThrow(reason);
    expect(() => checkArrivals({ arrivals: [arrival('a')], refusedCount: 0 }, 1)).not.toThrow();
  });
});

describe('the receiver', () => {
  const server = useServer(createReceiver());
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const body = '{"assignmentId":"assignment-1","timestamp":"2026-12-01T09:00:00.060Z"}';
  const signed = signatureHeaders({ id: 'one', sentAt: new Date(), body }, { current: secret, previous: null });

  it.each([
    ['as the service signs', {}, body, 204],
    ['another body', {}, body.replace('assignment-1', 'assignment-2'), 401],
    ['another id', { 'webhook-id': 'two' }, body, 401],
    ['the plain signature alone', { 'webhook-signature': 'v1,bm8=' }, body, 401],
    ['the standard signature alone', { 'x-webhook-signature': '00' }, body, 401],
  ])('takes or refuses %s', async (_, changed, sent, status) => {
    await fetch(`${server.url}/run`, { method: 'PUT', body: JSON.stringify({ secret }) });
    const answer = await fetch(`${server.url}/hooks`, {
      method: 'POST',
      body: sent,
      headers: { ...signed, ...changed },
    });
    expect(answer.status).toBe(status);
    const report = (await (await fetch(`${server.url}/run`)).json()) as { arrivals: unknown[]; refusedCount: number };
    expect([report.arrivals.length, report.refusedCount]).toEqual(status === 204 ? [1, 0] : [0, 1]);
  });
});

describe('the machine', () => {
  it('is read from /proc and from the log of the database', () => {
    expect(parseTotals('cpu  100 10 50 700 30 5 6 9 40 0\ncpu0 1\n')).toEqual({ busyTicks: 180, totalTicks: 910 });
    const stat = '42 (a (strange) name) S 7 42 42 0 -1 4194560 100 200 0 0 11 12 13 14 20 0 1 0 999 1 2';
    expect(parseProcess(stat)).toEqual({ pid: 42, parent: 7, ticks: 50 });
    const tree = [
      [1, 0, 1000],
      [10, 1, 5],
      [11, 10, 7],
      [12, 11, 9],
      [20, 1, 500],
    ] as const;
    expect(
      sumOfTree(
        tree.map(([pid, parent, ticks]) => ({ pid, parent, ticks })),
        10,
      ),
    ).toBe(21);
    const sockets = [
      ['A000', '1538', '11'],
      ['A001', '1C41', '12'],
      ['A002', '1538', '99'],
    ].map(([local, remote, inode]) => `0: 0100007F:${local} 0100007F:${remote} 01 0:0 0:0 0 1000 0 ${inode} 1 0`);
    expect(localPorts(['sl local rem', ...sockets].join('\n'), new Set(['11', '12']), 0x1538)).toEqual([0xa000]);
    const line = (pid: number, text: string) => `2026-11-21 15:00:00.000 UTC [${pid}] LOG:  ${text}\n`;
    const log = [
      line(7, 'statement: BEGIN'),
      line(7, 'execute <unnamed>: SELECT'),
      '\tWHERE\n',
      line(8, 'statement: X'),
    ];
    expect(countStatements(log.join(''), new Set([7]))).toBe(2);
  });

  it('has no more work at a time than lanes, each begun at its turn', async () => {
    let [now, most] = [0, 0];
    const beganMs = performance.now();
    const begun = await inLanes(20, { concurrency: 3, perSecond: 500 }, async () => {
      most = Math.max(most, (now += 1));
      const atMs = performance.now() - beganMs;
      await new Promise((resolve) => setTimeout(resolve, 10));
      now -= 1;
      return atMs;
    });
    // Node's timers may ring up to 1 ms early.
    begun.forEach((atMs, index) => expect(atMs).toBeGreaterThanOrEqual(index * 2 - 1));
    expect(most).toBe(3);
  });
});
