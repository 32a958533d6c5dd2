import { evaluate } from '../support/programs';
import { useTempDir } from '../support/tempDir';

const all = `import * as reports from './bin/local/tests/testReport.mjs';
  const [file, more] = process.argv.slice(1);
  const report = reports.readReport(file);`;
const count = `${all} console.log(JSON.stringify(reports.summarize(reports.countResults(report, Number(more)))));`;
const describeFailures = `${all} console.log(JSON.stringify(reports.describeFailures(report, '/checkout')));`;
const judgeTimes = `${all} const timings = reports.readTimings(report, '/checkout');
  const limits = more && reports.limitsFor(JSON.parse(more), timings, JSON.parse(process.argv[3] ?? '{}'));
  const slowest = reports.describeSlowest(timings, limits);
  console.log(JSON.stringify({ timings, slowest, tooLong: reports.describeTooLong(timings, limits) }));`;

interface Judged {
  timings: { path: string; seconds: number }[];
  slowest: string[];
  tooLong: string[];
}

describe('the report of a test run', () => {
  const dir = useTempDir();
  const write = (name: string, content: object) => dir.write(name, JSON.stringify(content));
  const limits = JSON.stringify({ slowSeconds: 20, warnSeconds: 60 });
  /** Judges a run whose files took these seconds. */
  const judge = async (seconds: Record<string, number>, ...more: string[]) => {
    const testResults = Object.entries(seconds).map(([path, took]) => ({
      name: `/checkout/${path}`,
      startTime: 1_000_000,
      endTime: 1_000_000 + took * 1000,
    }));
    write('times.json', { testResults });
    return evaluate<Judged>(judgeTimes, dir.at('times.json'), ...more);
  };

  it.each([
    ['3 passed, 0 failed', [3, 0, 0, 0, 0], 0],
    ['3 passed, 1 failed', [3, 1, 0, 0, 0], 1],
    ['3 passed, 3 failed', [3, 1, 2, 0, 0], 1],
    ['3 passed, 0 failed, 3 skipped', [3, 0, 0, 2, 1], 0],
    ['3 passed, 1 failed', [3, 0, 0, 0, 0], 1],
  ])(
    'ends with "%s" for passed, failed, broken files, pending, todo = %j and exit code %i',
    async (line, counts, exitCode) => {
      const [numPassedTests, numFailedTests, numRuntimeErrorTestSuites, numPendingTests, numTodoTests] = counts;
      write('report.json', {
        numPassedTests,
        numFailedTests,
        numRuntimeErrorTestSuites,
        numPendingTests,
        numTodoTests,
      });
      expect(await evaluate(count, dir.at('report.json'), String(exitCode))).toBe(line);
    },
  );

  it('counts a run without a report as a failure', async () => {
    expect(await evaluate(count, dir.at('none.json'), '0')).toBe('0 passed, 1 failed');
  });

  it('says once more at the end what failed, where, and why, without colours and stacks', async () => {
    const failureMessages = ['\u001b[31mError: it is so\u001b[39m\n\n    at Object.<anonymous> (file.ts:1:1)\n  + 1'];
    const testResults = [
      {
        name: '/checkout/test/a.test.ts',
        status: 'failed',
        message: 'all of it',
        assertionResults: [
          { status: 'passed', fullName: 'a does', failureMessages: [] },
          { status: 'failed', fullName: 'a does not', failureMessages },
        ],
      },
      { name: '/checkout/test/b.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] },
      { name: '/checkout/test/c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ];
    write('failures.json', { testResults });
    expect(await evaluate(describeFailures, dir.at('failures.json'))).toEqual([
      'test/a.test.ts: a does not\n  Error: it is so\n    + 1',
      'test/b.test.ts: could not be run\n  Cannot find module',
    ]);
    expect(await evaluate(describeFailures, dir.at('none.json'))).toEqual([]);
  });

  it('names the slowest 20 files with their seconds, and calls slow those above the limit', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`test/n${i}.test.ts`, (i * 7) % 30]));
    const { timings, slowest } = await judge(many, limits);
    expect(timings.map(({ seconds }) => seconds)).toEqual(Array.from({ length: 30 }, (_, i) => 29 - i));
    expect(slowest).toHaveLength(21);
    expect(slowest[0]).toBe('The slowest of 30 files:');
    expect(slowest[1]).toBe('   29.0 s  test/n17.test.ts  slow: over 20 s');
    expect(slowest[9]).toBe('   21.0 s  test/n3.test.ts  slow: over 20 s');
    expect(slowest[10]).toBe('   20.0 s  test/n20.test.ts');
    expect(slowest[20]).toBe('   10.0 s  test/n10.test.ts');
  });

  it('warns of each file above the second limit, with a sentence that says what to do', async () => {
    const { tooLong } = await judge({ 'test/a.test.ts': 60, 'test/b.test.ts': 60.5, 'test/c.test.ts': 71 }, limits);
    expect(tooLong).toEqual(
      [
        ['c', '71.0'],
        ['b', '60.5'],
      ].map(
        ([name, took]) =>
          `test/${name}.test.ts: it took ${took} s, and a file may take 60 s. ` +
          'Make it quicker, split it, or move its long tests to a file that ends in .deep.test.ts.',
      ),
    );
  });

  it('lets a file take as long as it likes where there are no limits', async () => {
    const { slowest, tooLong } = await judge({ 'test/a.deep.test.ts': 500, 'test/b.deep.test.ts': 1 });
    expect(slowest).toEqual([
      'The slowest of 2 files:',
      '  500.0 s  test/a.deep.test.ts',
      '    1.0 s  test/b.deep.test.ts',
    ]);
    expect(tooLong).toEqual([]);
  });

  it('does not list a single file, but holds it to the limit', async () => {
    const { slowest, tooLong } = await judge({ 'test/a.test.ts': 61 }, limits);
    expect(slowest).toEqual([]);
    expect(tooLong).toHaveLength(1);
  });

  it('gives files as much more time as the machine is slower than the one that was recorded', async () => {
    const paths = Array.from({ length: 21 }, (_, nth) => `test/${nth}.test.ts`);
    const seconds = (each: number) => Object.fromEntries(paths.map((path) => [path, each]));
    const recorded = JSON.stringify(seconds(10));
    const slower = await judge({ ...seconds(20), 'test/0.test.ts': 119, 'test/1.test.ts': 121 }, limits, recorded);
    expect(slower.tooLong).toEqual([
      expect.stringContaining('test/1.test.ts: it took 121.0 s, and a file may take 120 s'),
    ]);
    const faster = await judge({ ...seconds(5), 'test/0.test.ts': 61 }, limits, recorded);
    expect(faster.tooLong).toHaveLength(1);
    const few = await judge({ 'test/0.test.ts': 61, 'test/1.test.ts': 61 }, limits, recorded);
    expect(few.tooLong).toHaveLength(2);
  });

  it('has no times of a run that wrote no report', async () => {
    const none = await evaluate<Judged>(judgeTimes, dir.at('none.json'), limits);
    expect(none).toEqual({ timings: [], slowest: [], tooLong: [] });
  });
});
