import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { evaluate } from './support/programs';

const count = `import { countResults, summarize } from './bin/local/testRun.mjs';
  console.log(JSON.stringify(summarize(countResults(process.argv[1], Number(process.argv[2])))));`;
const installed = `import { isInstalled } from './bin/local/install.mjs';
  console.log(JSON.stringify(isInstalled(process.argv[1])));`;

describe('npm test', () => {
  const dir = mkdtempSync(join(tmpdir(), 'npm test '));
  const write = (name: string, content: object) => writeFileSync(join(dir, name), JSON.stringify(content));
  afterAll(() => rmSync(dir, { recursive: true }));

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
      expect(await evaluate(count, join(dir, 'report.json'), String(exitCode))).toBe(line);
    },
  );

  it('counts a run without a report as a failure', async () => {
    expect(await evaluate(count, join(dir, 'none.json'), '0')).toBe('0 passed, 1 failed');
  });

  it('installs when node_modules is missing or is not what the lock file says', async () => {
    const entry = (version: string, more = {}) => ({ version, integrity: `sha512-${version}`, ...more });
    write('package-lock.json', {
      packages: { '': {}, 'node_modules/a': entry('1.0.0'), 'node_modules/b': entry('2.0.0', { optional: true }) },
    });
    expect(await evaluate(installed, dir)).toBe(false);
    mkdirSync(join(dir, 'node_modules'));
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': entry('1.0.0') } });
    expect(await evaluate(installed, dir)).toBe(true);
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': entry('1.0.1') } });
    expect(await evaluate(installed, dir)).toBe(false);
  });
});
