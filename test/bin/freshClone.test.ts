import { execFile } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/programs';
import { useTempDir } from '../support/tempDir';
import { leastPatienceMs } from '../support/until';

describe('a fresh clone, which has no node_modules', () => {
  const dir = useTempDir(({ at }) => {
    const isProgram = (path: string) => !path.endsWith('.ts');
    cpSync(join(root, 'bin'), at('bin'), { recursive: true, filter: isProgram });
    // Without it npm would take a folder further up for the package.
    writeFileSync(at('package.json'), '{"scripts": {"check:nothing": "exit 1"}}');
  });

  it.each([
    ['start.mjs', '--help', 'npm start'],
    ['bench.mjs', '--help', 'npm run bench'],
    ['test.mjs', '--record-durations --bail', '0 passed, 1 failed'],
    ['prove.mjs', '', 'npm ci'],
    ['build.mjs', '', 'tsconfig.json'],
    ['temporal.mjs', '', 'go.mod'],
    ['check.mjs', '', 'npm run check:nothing failed'],
  ])('lets bin/%s begin: "%s" answers with "%s"', async (name, words, answer) => {
    const args = [dir.at(`bin/${name}`), ...words.split(' ').filter((word) => word !== '')];
    const ended = promisify(execFile)(process.execPath, args, { cwd: dir.path, env: {}, timeout: leastPatienceMs });
    const { stdout, stderr } = await ended.catch((error: { stdout: string; stderr: string }) => error);
    expect(stdout + stderr).toContain(answer);
    expect(stderr).not.toContain('ERR_MODULE_NOT_FOUND');
  });
});
