import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { evaluate, root } from '../support/programs';

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

  it('says once more at the end what failed, where, and why, without colours and stacks', async () => {
    const describeFailures = `import { describeFailures } from './bin/local/testRun.mjs';
      console.log(JSON.stringify(describeFailures(process.argv[1], '/checkout')));`;
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
    expect(await evaluate(describeFailures, join(dir, 'failures.json'))).toEqual([
      'test/a.test.ts: a does not\n  Error: it is so\n    + 1',
      'test/b.test.ts: could not be run\n  Cannot find module',
    ]);
    expect(await evaluate(describeFailures, join(dir, 'none.json'))).toEqual([]);
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

  it('ends before it begins, with the line that installs Chromium, where there is none', async () => {
    const isRoot = process.getuid?.() === 0;
    const options = { cwd: root, env: { PATH: dir }, timeout: 20_000 };
    const ended = promisify(execFile)(process.execPath, ['bin/test.mjs'], options);
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stdout: `\nThe browser tests need Chromium: ${isRoot ? '' : 'sudo '}apt-get install -y chromium\n0 passed, 1 failed\n`,
      stderr: '',
    });
  });

  it('takes the Chromium that CHROMIUM_PATH names, else one of the PATH under any of its names', async () => {
    const find = `import { findChromium } from './bin/local/chromium.mjs';
      console.log(JSON.stringify(findChromium(JSON.parse(process.argv[1]))));`;
    const found = async (env: object) => evaluate(find, JSON.stringify(env));
    const [first, second] = [join(dir, 'first'), join(dir, 'second')];
    for (const file of [join(first, 'chromium', 'not a program'), join(second, 'google-chrome')]) {
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, '#!/bin/sh\n');
    }
    expect(await found({ PATH: second })).toHaveProperty('missing');
    const chrome = join(second, 'google-chrome');
    chmodSync(chrome, 0o755);
    expect(await found({ PATH: `${first}:${second}` })).toEqual({ path: chrome });
    expect(await found({ CHROMIUM_PATH: chrome })).toEqual({ path: chrome });
    for (const wrong of [first, join(dir, 'nowhere')])
      expect(await found({ PATH: second, CHROMIUM_PATH: wrong })).toEqual({
        missing: `CHROMIUM_PATH is no program: ${wrong}`,
      });
  });
});
