import { startNode } from '../support/servers/processes';
import { judgeInterruptions, supervise } from '../support/servers/supervise';
import type { End, Supervised } from '../support/servers/supervise';
import { keptMs } from '../support/stillness';
import { until } from '../support/until';

const corrupted = 'Error: async hook stack has become corrupted (actual: 5, expected: 0)';
const stays = `console.log('{"msg":"ready"}'); setInterval(() => {}, 1000)`;
const diesOf = (words: string, afterMs = 0): string =>
  `setTimeout(() => { console.error('${words}'); process.exit(7); }, ${afterMs})`;

let supervised: Supervised<number>;

/** A process that does another thing in each of its lives; its address is its pid. */
function superviseLives(...scripts: string[]): void {
  let life = 0;
  supervised = supervise('worker', () => {
    const { readyLine, ...started } = startNode('worker', ['-e', scripts[life++] ?? stays], {});
    const ready = async (): Promise<number> => {
      await readyLine(({ msg }) => msg === 'ready');
      return started.pid;
    };
    return { ...started, ready };
  });
}

afterEach(async () => supervised.stop());

describe('a supervised process', () => {
  it('is started again however it has ended, and tells each end by its cause', async () => {
    superviseLives(stays, diesOf(corrupted), diesOf('out of memory'));
    const first = await supervised.ready();
    expect(await supervised.kill(50)).toBe(true);
    await until(() => supervised.livesCount() === 4, 20_000);
    const last = await supervised.ready();
    expect(last).toBe(supervised.pid());
    expect(last).not.toBe(first);
    expect(supervised.ends).toMatchObject([
      { name: 'worker', cause: 'asked', code: null, signal: 'SIGKILL' },
      { cause: 'interrupted', code: 7, signal: null, lastWords: expect.stringContaining(corrupted) },
      { cause: 'other', code: 7, signal: null, lastWords: expect.stringContaining('out of memory') },
    ]);
  });

  it('tells how long it was kept from running before its end', async () => {
    superviseLives(diesOf(corrupted, 2000));
    process.kill(supervised.pid(), 'SIGSTOP');
    await until(() => supervised.isPaused(), 5000);
    setTimeout(() => supervised.wake(), 4000);
    await until(() => supervised.ends.length === 1, 20_000);
    const [stood] = supervised.ends;
    expect(stood?.keptMs).toBeGreaterThanOrEqual(2500);
    expect(judgeInterruptions([stood!], 1).faults).toEqual([]);
  });

  it('was kept for as long as it was stopped, as nobody looked, or as a thread of it waited longest', () => {
    const look = (atMs: number, { isStopped = false, waitedMs = 0 } = {}) => ({
      atMs,
      isStopped,
      waitedMs: new Map(
        [
          [1, 0],
          [2, waitedMs],
        ].map(([thread, ms]) => [String(thread), ms!] as const),
      ),
    });
    expect(keptMs([])).toBe(0);
    expect(keptMs([look(0), look(500), look(1000)])).toBe(0);
    expect(keptMs([look(0), look(500, { isStopped: true }), look(1000, { isStopped: true }), look(1500)])).toBe(1000);
    expect(keptMs([look(0), look(4500)])).toBe(4000);
    expect(keptMs([look(0, { waitedMs: 7000 }), look(500, { waitedMs: 9600 })])).toBe(2600);
  });
});

describe('ends in the middle of workflow code', () => {
  const end = (cause: End['cause'], keptMs: number): End => {
    return { name: 'worker', code: 1, signal: null, at: 0, cause, keptMs, lastWords: '' };
  };

  it.each<[string, End[], number, number]>([
    ['are not those of another cause', [end('other', 0), end('asked', 0)], 0, 0],
    ['are reported and are no fault where the process was kept from running', [end('interrupted', 2500)], 1, 0],
    ['are a fault where nothing kept it', [end('interrupted', 2499)], 1, 1],
    ['are a fault where there are more than there may be', [end('interrupted', 9000), end('interrupted', 9000)], 2, 1],
  ])('%s', (_title, ends, linesCount, faultsCount) => {
    const { lines, faults } = judgeInterruptions(ends, 1);
    expect([lines.length, faults.length]).toEqual([linesCount, faultsCount]);
  });
});
