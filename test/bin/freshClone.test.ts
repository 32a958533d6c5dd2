import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './support/programs';

describe('a fresh clone, which has no node_modules', () => {
  const dir = mkdtempSync(join(tmpdir(), 'no dependencies '));
  beforeAll(() => {
    const isProgram = (path: string) => !path.endsWith('.ts');
    cpSync(join(root, 'bin'), join(dir, 'bin'), { recursive: true, filter: isProgram });
  });
  afterAll(() => rmSync(dir, { recursive: true }));

  it.each([
    ['start.mjs', '--help', 'npm start'],
    ['bench.mjs', '--help', 'npm run bench'],
    ['test.mjs', '--record-durations --bail', '0 passed, 1 failed'],
    ['prove.mjs', '', 'npm ci'],
    ['build.mjs', '', 'tsconfig.json'],
    ['temporal.mjs', '', 'go.mod'],
    ['check.mjs', '', 'package.json'],
  ])('lets bin/%s begin: "%s" answers with "%s"', async (name, words, answer) => {
    const args = [join(dir, 'bin', name), ...words.split(' ').filter((word) => word !== '')];
    const ended = promisify(execFile)(process.execPath, args, { cwd: dir, env: {}, timeout: 20_000 });
    const { stdout, stderr } = await ended.catch((error: { stdout: string; stderr: string }) => error);
    expect(stdout + stderr).toContain(answer);
    expect(stderr).not.toContain('ERR_MODULE_NOT_FOUND');
  });
});
