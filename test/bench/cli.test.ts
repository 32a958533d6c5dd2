import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

function bench(...words: string[]) {
  const script = join(__dirname, '..', '..', 'bin', 'bench.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...words], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

it('shows the benches, starting none', () => {
  const { status, stdout } = bench('--list');
  expect(stdout).toContain('media ');
  expect(stdout).toContain('--size 2GiB');
  expect(stdout).toContain('webhooks ');
  expect(status).toBe(0);
});

it('ends with 1 and a reason for what it does not know', () => {
  const { status, stderr } = bench('nothing');
  expect(stderr).toContain('there is no bench "nothing"');
  expect(status).toBe(1);
});

it('says how it is used', () => {
  expect(bench('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('npm run bench -- media') });
});
