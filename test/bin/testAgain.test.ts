import { evaluate } from '../support/programs';

const choose = `import { filesToRunAgain } from './bin/local/testAgain.mjs';
  console.log(JSON.stringify(filesToRunAgain(JSON.parse(process.argv[1]))));`;
const merge = `import { withSecondResults } from './bin/local/testAgain.mjs';
  console.log(JSON.stringify(withSecondResults(...process.argv.slice(1).map((text) => JSON.parse(text)))));`;

/** What jest says of a file with these tests; of one that could not be loaded where there are none. */
const fileOf = (name: string, ...statuses: string[]) => ({
  name,
  status: statuses.length === 0 || statuses.includes('failed') ? 'failed' : 'passed',
  assertionResults: statuses.map((status, index) => ({ fullName: `${name} ${index}`, status })),
});

/** What jest says of a run of these files. */
function reportOf(...testResults: ReturnType<typeof fileOf>[]) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (wanted: string) => tests.filter(({ status }) => status === wanted).length;
  return {
    numPassedTests: count('passed'),
    numFailedTests: count('failed'),
    numRuntimeErrorTestSuites: testResults.filter(({ assertionResults }) => assertionResults.length === 0).length,
    numPendingTests: count('pending'),
    numTodoTests: count('todo'),
    testResults,
  };
}

describe('the files of a whole run that failed', () => {
  it('run again, unless there are more than five', async () => {
    const failed = Array.from({ length: 6 }, (_none, index) => fileOf(`f${index}`, 'passed', 'failed'));
    const chosen = async (count: number) =>
      evaluate(choose, JSON.stringify(reportOf(fileOf('whole', 'passed'), ...failed.slice(0, count))));

    expect(await chosen(0)).toEqual([]);
    expect(await chosen(5)).toEqual(['f0', 'f1', 'f2', 'f3', 'f4']);
    expect(await chosen(6)).toEqual([]);
  });

  it('count by their second results alone', async () => {
    const whole = fileOf('whole', 'passed', 'passed', 'pending');
    const first = reportOf(
      whole,
      fileOf('a', 'passed', 'failed', 'failed', 'todo'),
      fileOf('unloaded'),
      fileOf('b', 'failed'),
    );
    const seconds = [
      fileOf('a', 'passed', 'passed', 'failed', 'todo'),
      fileOf('unloaded', 'passed', 'pending'),
      fileOf('b', 'passed'),
    ];

    const merged = await evaluate(merge, JSON.stringify(first), JSON.stringify(reportOf(...seconds)));
    expect(merged).toEqual(reportOf(whole, ...seconds));
  });

  it('still count as failed where they cannot be loaded the second time', async () => {
    const first = reportOf(fileOf('a', 'passed', 'failed'));
    expect(await evaluate(merge, JSON.stringify(first), JSON.stringify(reportOf(fileOf('a'))))).toMatchObject({
      numPassedTests: 0,
      numFailedTests: 0,
      numRuntimeErrorTestSuites: 1,
    });
  });
});
