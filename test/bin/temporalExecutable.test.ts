import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root, until } from './support/programs';

/** A compiler that leaves a line for each build; while the file "wait" is there it takes its time. */
const go = `#!/bin/sh
echo "$PWD" >> "$TEST_DIR/builds"
while [ -e "$TEST_DIR/wait" ]; do sleep 0.05; done
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\necho --http-port --sqlite-pragma --search-attribute --dynamic-config-value\\n' > "$2"
chmod +x "$2"
`;

describe('the Temporal program of a fresh clone, whose dependencies are not installed', () => {
  let dir: string;
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
  };
  const cached = () => join(dir, 'cache', 'content-delivery', 'temporal-9.9.9', 'temporal');
  const builds = () =>
    existsSync(join(dir, 'builds')) ? readFileSync(join(dir, 'builds'), 'utf8').split('\n').length - 1 : 0;
  /** The system's programs without Temporal's. */
  const env = () => ({ PATH: `${join(dir, 'path')}:/usr/bin:/bin`, TEST_DIR: dir, XDG_CACHE_HOME: join(dir, 'cache') });
  const program = () => [join(dir, 'bin', 'temporal.mjs')];
  const run = async () => promisify(execFile)(process.execPath, program(), { env: env() });

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'a fresh clone '));
    for (const file of ['temporal.mjs', ...readdirSync(join(root, 'bin/local')).map((name) => `local/${name}`)])
      write(`bin/${file}`, readFileSync(join(root, 'bin', file), 'utf8'));
    write('tools/temporal/go.mod', 'module tools\nrequire github.com/temporalio/cli v9.9.9\n');
    write('path/go', go);
    chmodSync(join(dir, 'path/go'), 0o755);
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('is built with Go, once, however many ask for it at the same moment, and is there for later ones', async () => {
    const answers = await Promise.all([run(), run(), run()]);
    for (const { stdout } of answers) expect(stdout.trim().split('\n').at(-1)).toBe(`Temporal server: ${cached()}`);
    expect((await run()).stdout).toBe(`Temporal server: ${cached()}\n`);
    expect(builds()).toBe(1);
    expect(readdirSync(join(dir, 'cache', 'content-delivery'))).toEqual(['temporal-9.9.9']);
  });

  it('is asked for in vain without Go that works: the four ways are named, and why the last two failed', async () => {
    write('path/go', '#!/bin/sh\necho "no module is to be had" >&2\nexit 1\n');
    await expect(run()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /No Temporal server\. Any one of these will do:[^]*no module is to be had\ndownload: the SDK is not installed/,
      ),
    });
    expect(readdirSync(join(dir, 'cache', 'content-delivery'))).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('is no longer built after %s, and nothing of it is left', async (signal) => {
    write('wait', '');
    const child = spawn(process.execPath, program(), { env: env(), stdio: 'ignore' });
    const exited = once(child, 'exit');
    await until(() => builds() === 1);
    child.kill(signal);
    expect(await exited).toEqual([signal === 'SIGINT' ? 130 : 143, null]);
    expect(readdirSync(join(dir, 'cache', 'content-delivery'))).toEqual([]);
  });
});
