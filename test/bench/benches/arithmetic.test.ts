import { lagsOf } from '../../../bench/benches/due/lags';
import { readdress, readStatements } from '../../../bench/benches/hotCredits/readStatements';
import { checkOnce } from '../../../bench/benches/immediate/once';
import { sampleOf } from '../../../bench/benches/immediate/publishAtOnce';
import { busyShare, shareByPackage } from '../../../bench/profile/selfTime';
import { readCount } from '../../../bench/readCount';

const startedMs = Date.parse('2026-12-01T09:00:00Z');

describe('lags', () => {
  const call = (method: string, path: string, atMs: number) => {
    return { seq: 1, method, path, status: 200, at: new Date(startedMs + atMs).toISOString() };
  };
  const begin = (atMs: number) => call('POST', '/upload/youtube/v3/videos', atMs);

  it('run from when each was due to the first call for it, whatever the order', () => {
    const calls = [begin(2010), begin(30), call('PUT', '/upload/youtube/v3/videos', 1), call('GET', '/media', 2)];
    const lags = lagsOf(calls, [startedMs + 2000, startedMs]);
    expect(lags).toEqual({ earlyCount: 0, p50Ms: 10, p99Ms: 30, allBegunMs: 30 });
  });

  it('tell of what began early', () => {
    expect(lagsOf([begin(-1), begin(5)], [startedMs, startedMs])).toMatchObject({ earlyCount: 1 });
  });

  it.each([[[begin(1)]], [[begin(1), begin(2), begin(3)]]])('are refused when not each began once', (calls) => {
    expect(() => lagsOf(calls, [startedMs, startedMs])).toThrow('of 2 publications');
  });
});

it('counts publications from the first request to the last that was published', () => {
  const at = (createdMs: number, publishedMs: number) => ({
    id: 'any',
    createdMs: startedMs + createdMs,
    publishedMs: startedMs + publishedMs,
  });
  expect(sampleOf([at(0, 4000), at(100, 1000), at(400, 2000), at(500, 900)])).toEqual({
    publishedPerSecond: 1,
    askedPerSecond: 8,
    p50Ms: 900,
    p99Ms: 4000,
  });
});

describe('the platform', () => {
  const video = (title: string, privacyStatus = 'public') => ({ snippet: { title }, status: { privacyStatus } });
  const good = [video('Run 0'), video('Run 1'), video('Running 0')];

  it('has each publication once', () => {
    expect(checkOnce(good, 'Run', 2)).toBe(2);
  });

  it.each([
    ['one is missing', [video('Run 0')], '1 are missing'],
    ['one is there twice', [...good, video('Run 1')], 'it has 3 videos'],
    ['one came instead of another', [video('Run 0'), video('Run 0')], '1 are missing'],
    ['one is not public', [video('Run 0'), video('Run 1', 'private')], '1 not public'],
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

  it('can be sent for another account, each id renewed once', () => {
    const [from, id, to] = ['a', 'b', 'c'].map((digit) => `${digit.repeat(8)}-0000-7000-8000-000000000000`);
    const statement = { text: 'any', values: [from!, id!, id!, '10', null] };
    const renewed = readdress(statement, { from: from!, to: to! }, () => 'new');
    expect(renewed.values).toEqual([to, 'new', 'new', '10', null]);
  });
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
