import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../support/programs';
import { useCleanSandbox } from '../../support/servers/sandbox';
import { useEachTempDir } from '../../support/tempDir';

const sandbox = useCleanSandbox();
const folder = useEachTempDir();

/** Runs `admin verify` as the image does, with no settings but Facebook's. */
function start(...words: string[]) {
  const env = {
    PATH: process.env['PATH'],
    SANDBOX_URL: sandbox.url,
    FACEBOOK_APP_ID: '600000000000001',
    FACEBOOK_APP_SECRET: 'sandbox-facebook-secret',
  };
  const args = [join(root, 'dist', 'bin', 'admin.js'), 'verify', ...words];
  const child = spawn(process.execPath, args, { env, cwd: folder.path, stdio: ['pipe', 'pipe', 'inherit'] });
  const said: string[] = [];
  const hear = (line: string): void => void said.push(line);
  createInterface({ input: child.stdout }).on('line', hear);
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, said: said.join('\n') }));
  const heard = async (text: string): Promise<void> => {
    while (!said.some((line) => line.includes(text))) await once(child.stdout, 'data');
  };
  return { child, ended, heard };
}

it('prints its usage where it is told no platform', async () => {
  const { code, said } = await start().ended;
  expect(said).toMatch(/^usage: verify <youtube\|facebook\|stripe>\n/);
  expect(code).toBe(2);
});

it('ends in order by Ctrl-C, and prints its table', async () => {
  const { child, ended, heard } = start('facebook', '--redirect-uri', 'http://[::1]:9/verify');
  await heard('paste the address');
  child.kill('SIGINT');
  const { code, said } = await ended;
  expect(said).toContain('Interruption: what the walk has made is removed');
  expect(said).toMatch(/^-- facebook\.consent: The walk was interrupted\.$/m);
  expect(said).toMatch(/step +assumed +seen +what follows/);
  expect(code).toBe(2);
});

it('ends by itself where nobody types any more', async () => {
  const { child, ended } = start('facebook', '--redirect-uri', 'http://[::1]:9/verify', '--minutes', '0.01');
  child.stdin.end();
  expect(await ended).toMatchObject({ code: 2, said: expect.stringContaining('Nobody came back') });
});
