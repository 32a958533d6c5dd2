import { lagsOf, liveTimes } from '../../../bench/benches/due/lags';
import { readdress, readStatements } from '../../../bench/benches/hotCredits/readStatements';
import { checkOnce } from '../../../bench/benches/immediate/once';
import { localPorts } from '../../../bench/profile/backendsOf';
import { busyShare, shareByPackage } from '../../../bench/profile/selfTime';
import { readCount } from '../../../bench/readCount';
import { countStatements } from '../../../bench/statementLog';

const startedMs = Date.parse('2026-12-01T09:00:00Z');

/** A video as the platform shows it, public since so many milliseconds after the start. */
const video = (title: string, publicAfterMs: number | null = 0) => ({
  snippet: { title },
  status: { privacyStatus: publicAfterMs === null ? 'private' : 'public' },
  publicSince: publicAfterMs === null ? null : new Date(startedMs + publicAfterMs).toISOString(),
});

describe('lags', () => {
  it('run from when each was due to when the platform had it in public, whatever the order', () => {
    const live = liveTimes([video('Run 1', 2010), video('Other 0', 1), video('Run 0', 30)], 'Run', 2);
    const lags = lagsOf(live, [startedMs, startedMs + 2000]);
    expect(lags).toEqual({ earlyCount: 0, p50Ms: 10, p99Ms: 30, allLiveMs: 2010 });
  });

  it('tell of what was public early', () => {
    const live = liveTimes([video('Run 0', -1), video('Run 1', 5)], 'Run', 2);
    expect(lagsOf(live, [startedMs, startedMs])).toMatchObject({ earlyCount: 1 });
  });

  it('are refused when not each is public, or one is there twice', () => {
    expect(() => liveTimes([video('Run 0')], 'Run', 2)).toThrow('1 are missing');
    expect(() => liveTimes([video('Run 0'), video('Run 1', null)], 'Run', 2)).toThrow('1 not public');
    expect(() => liveTimes([video('Run 0'), video('Run 0')], 'Run', 1)).toThrow('it has 2 videos');
  });

  it.each([[[startedMs]], [[startedMs, startedMs, startedMs]]])('are refused when more or fewer are public', (live) => {
    expect(() => lagsOf(live, [startedMs, startedMs])).toThrow(`of 2 publications ${live.length} are public`);
  });
});

describe('the platform', () => {
  const good = [video('Run 0'), video('Run 1'), video('Running 0')];

  it('has each publication once', () => {
    expect(checkOnce(good, 'Run', 2)).toBe(2);
  });

  it.each([
    ['one is missing', [video('Run 0')], '1 are missing'],
    ['one is there twice', [...good, video('Run 1')], 'it has 3 videos'],
    ['one came instead of another', [video('Run 0'), video('Run 0')], '1 are missing'],
    ['one is not public', [video('Run 0'), video('Run 1', null)], '1 not public'],
  ])('is found out when %s', (_, videos, reason) => {
    expect(() => checkOnce(videos, 'Run', 2)).toThrow(reason);
  });
});

describe('statements in the log of the database', () => {
  const log = `2026-11-21 15:00:00.000 UTC [7] LOG:  statement: BEGIN
2026-11-21 15:00:00.001 UTC [7] LOG:  execute <unnamed>: WITH account AS (
\t  SELECT $1)
\tINSERT INTO entries VALUES ($2, $3)
2026-11-21 15:00:00.001 UTC [7] DETAIL:  Parameters: $1 = 'it''s, $9 = ''x''', $2 = NULL, $3 = '10'
2026-11-21 15:00:00.002 UTC [7] LOG:  statement: COMMIT
`;

  it('are read with their values', () => {
    const [statement, ...others] = readStatements(log);
    expect(others).toEqual([]);
    expect(statement?.text).toBe('WITH account AS (\n   SELECT $1)\n INSERT INTO entries VALUES ($2, $3)');
    expect(statement?.values).toEqual(["it's, $9 = 'x'", null, '10']);
  });

  it('are counted for the processes that are asked about, with those that begin and end transactions', () => {
    const other = log.replaceAll('[7]', '[8]');
    expect(countStatements(log + other, new Set([7]))).toBe(3);
    expect(countStatements(log + other, new Set([7, 8]))).toBe(6);
    expect(countStatements(log, new Set([70]))).toBe(0);
  });

  it('can be sent for another account, each id and each hash renewed once', () => {
    const [from, id, to] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-0000-7000-8000-000000000000`);
    const hash = 'd'.repeat(64);
    const statement = { text: 'any', values: [from!, id!, id!, '10', null, hash, hash] };
    const { values } = readdress(statement, { [from!]: to! }, () => 'new');
    expect(values).toEqual([to, 'new', 'new', '10', null, expect.stringMatching(/^[0-9a-f]{64}$/), values[5]]);
    expect(values[5]).not.toBe(hash);
  });
});

it('the connections of a process to the database are those of its sockets to that port', () => {
  const line = (local: string, remote: string, inode: string) =>
    `   0: 0100007F:${local} 0100007F:${remote} 01 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0`;
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    line('A000', '1538', '11'),
    line('A001', '1538', '12'),
    line('A002', '1C41', '13'),
    line('A003', '1538', '99'),
  ].join('\n');
  expect(localPorts(`${table}\n`, new Set(['11', '12', '13']), 0x1538)).toEqual([0xa000, 0xa001]);
});

describe('a profile', () => {
  const frame = (id: number, functionName: string, url: string, children: number[] = []) => {
    return { id, callFrame: { functionName, url }, children };
  };
  const found = {
    nodes: [
      frame(1, '(root)', '', [2, 3, 4, 6]),
      frame(2, '(idle)', ''),
      frame(3, 'create', 'file:///app/dist/api/assignments/create.js'),
      frame(4, 'query', 'file:///app/node_modules/@scope/pg/lib/query.js', [7]),
      frame(7, 'write', 'node:net', [5]),
      frame(5, 'writev', ''),
      frame(6, 'emit', 'node:internal/streams/readable'),
    ],
    samples: [2, 3, 4, 5, 7, 6, 6],
    timeDeltas: [500, 100, 100, 150, 50, 50, 50],
  };

  it('is shared out among packages by the time that was not idle', () => {
    expect(Object.fromEntries(shareByPackage(found))).toEqual({
      'dist/api': 0.2,
      '@scope/pg': 0.6,
      'node:internal/streams': 0.2,
    });
  });

  it('tells how busy the process was', () => {
    expect(busyShare(found)).toBe(0.5);
  });
});

it.each([undefined, '', '1', '1001', '1.5', 'many', '-5'])('refuses the count %p', (text) => {
  expect(() => readCount('due', text, 2, 1000)).toThrow('--due must be a number from 2 to 1000');
});
