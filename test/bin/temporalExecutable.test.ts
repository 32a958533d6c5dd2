import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/programs';
import { useEachTempDir } from '../support/tempDir';
import { until } from '../support/until';

/** A compiler that leaves a line for each build; while the file "wait" is there it takes its time. */
const go = `#!/bin/sh
echo "$PWD" >> "$TEST_DIR/builds"
while [ -e "$TEST_DIR/wait" ]; do sleep 0.05; done
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\necho --http-port --sqlite-pragma --search-attribute --dynamic-config-value\\n' > "$2"
chmod +x "$2"
`;

describe('the Temporal program of a fresh clone, whose dependencies are not installed', () => {
  const dir = useEachTempDir(({ at, write }) => {
    const local = readdirSync(join(root, 'bin/local'), { recursive: true, encoding: 'utf8' });
    for (const file of [
      'temporal.mjs',
      ...local.filter((name) => name.endsWith('.mjs')).map((name) => `local/${name}`),
    ])
      write(`bin/${file}`, readFileSync(join(root, 'bin', file), 'utf8'));
    write('tools/temporal/go.mod', 'module tools\nrequire github.com/temporalio/cli v9.9.9\n');
    write('path/go', go);
    chmodSync(at('path/go'), 0o755);
  });
  const cached = () => dir.at('cache/content-delivery/temporal-9.9.9/temporal');
  const builds = () =>
    existsSync(dir.at('builds')) ? readFileSync(dir.at('builds'), 'utf8').split('\n').length - 1 : 0;
  /** The system's programs without Temporal's. */
  const env = () => ({ PATH: `${dir.at('path')}:/usr/bin:/bin`, TEST_DIR: dir.path, XDG_CACHE_HOME: dir.at('cache') });
  const program = () => [dir.at('bin/temporal.mjs')];
  const run = async () => promisify(execFile)(process.execPath, program(), { env: env() });

  it('is built with Go, once, however many ask for it at the same moment, and is there for later ones', async () => {
    const answers = await Promise.all([run(), run(), run()]);
    for (const { stdout } of answers) expect(stdout.trim().split('\n').at(-1)).toBe(`Temporal server: ${cached()}`);
    expect((await run()).stdout).toBe(`Temporal server: ${cached()}\n`);
    expect(builds()).toBe(1);
    expect(readdirSync(dir.at('cache/content-delivery'))).toEqual(['temporal-9.9.9']);
  });

  it('is asked for in vain without Go that works: the four ways are named, and why the last two failed', async () => {
    dir.write('path/go', '#!/bin/sh\necho "no module is to be had" >&2\nexit 1\n');
    await expect(run()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /No Temporal server\. Any one of these will do:[^]*no module is to be had\ndownload: the SDK is not installed/,
      ),
    });
    expect(readdirSync(dir.at('cache/content-delivery'))).toEqual([]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('is no longer built after %s, and nothing of it is left', async (signal) => {
    dir.write('wait', '');
    const child = spawn(process.execPath, program(), { env: env(), stdio: 'ignore' });
    const exited = once(child, 'exit');
    await until(() => builds() === 1);
    child.kill(signal);
    expect(await exited).toEqual([signal === 'SIGINT' ? 130 : 143, null]);
    expect(readdirSync(dir.at('cache/content-delivery'))).toEqual([]);
  });
});
