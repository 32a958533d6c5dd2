import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/programs';
import { until } from '../support/until';

/** Notes its calls in the place of npm; the file "fails" names the call that fails, "waits" the call that lingers. */
const npm = `#!/bin/sh
echo "npm $1 $2" >> "$TEST_DIR/said"
while [ "$1" = "$(cat "$TEST_DIR/waits" 2>/dev/null)" ]; do sleep 0.05; done
case "$*" in
  test) echo '7 passed, 1 failed, 2 skipped'; exit 1 ;;
  'run test:deep') echo '3 passed, 0 failed' ;;
esac
[ "$1" != "$(cat "$TEST_DIR/fails" 2>/dev/null)" ]
`;

/** Builds nothing for as long as the file "builds" is there. */
const go = `#!/bin/sh
echo 'go build' >> "$TEST_DIR/said"
while [ -e "$TEST_DIR/builds" ]; do sleep 0.05; done
while [ "$1" != -o ]; do shift; done
printf '#!/bin/sh\\necho --http-port --sqlite-pragma --search-attribute --dynamic-config-value\\n' > "$2"
chmod +x "$2"
`;

describe('.ci/run', () => {
  let dir: string;
  const checkout = () => join(dir, 'checkout');
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), content);
    chmodSync(join(dir, path), 0o755);
  };
  const said = () =>
    existsSync(join(dir, 'said')) ? readFileSync(join(dir, 'said'), 'utf8').trimEnd().split('\n') : [];
  const left = (folder: string) => readdirSync(join(dir, folder));
  const start = (secondsBefore = 0) => {
    const path = `${join(dir, 'path')}:${dirname(process.execPath)}:/usr/bin:/bin`;
    const tmp = { TMPDIR: join(dir, 'tmp'), XDG_CACHE_HOME: join(dir, 'cache') };
    const env = { PATH: path, TEST_DIR: dir, ...tmp, SECONDS: String(secondsBefore) };
    return spawn(join(checkout(), '.ci/run'), { env, stdio: ['ignore', 'pipe', 'inherit'], cwd: dir });
  };
  /** Runs it to its end, as if it had begun so many seconds before. */
  const run = async (secondsBefore?: number) => {
    const child = start(secondsBefore);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    const [code] = (await once(child, 'close')) as [number];
    return { code, output };
  };

  beforeEach(async () => {
    dir = mkdtempSync(join(tmpdir(), 'ci '));
    for (const part of ['.ci', 'bin', 'tools/temporal'])
      cpSync(join(root, part), join(checkout(), part), { recursive: true, filter: (path) => !path.endsWith('.ts') });
    write('path/npm', npm);
    write('path/go', go);
    write('path/chromium-headless-shell', '#!/bin/sh\n');
    mkdirSync(join(dir, 'tmp'));
    const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
    for (const words of [
      ['init', '-q'],
      ['add', '.'],
      [...author, 'commit', '-qm', 'all'],
    ])
      await promisify(execFile)('git', words, { cwd: checkout() });
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('adds up what its steps say, says how long each took, and builds Temporal once, beside the installation', async () => {
    const { code, output } = await run();
    expect(code).toBe(1);
    expect(output.trimEnd().split('\n').at(-1)).toBe('11 passed, 1 failed, 2 skipped');
    for (const step of ['npm ci --strict-allow-scripts', 'npm test', 'npm run test:deep', 'npm start -- --check'])
      expect(output).toMatch(new RegExp(`^== ${step} took 0 min \\d+ s$`, 'm'));
    const npmSteps = said().filter((line) => line !== 'go build');
    expect(npmSteps).toEqual(['npm ci --strict-allow-scripts', 'npm test ', 'npm run test:deep', 'npm start --']);
    expect(said().filter((line) => line === 'go build')).toHaveLength(1);
    expect(left('cache/content-delivery')).toEqual([expect.stringMatching(/^temporal-/)]);
    expect(left('tmp')).toEqual([]);
  });

  it('has 75 minutes at most', () => {
    expect(readFileSync(join(root, '.ci', 'run'), 'utf8')).toContain('deadline=$((SECONDS + 74 * 60))');
  });

  it('warns when all steps together take more than 20 minutes, and counts that as no failure', async () => {
    const warning = 'WARNING: .ci/run is to take 20 minutes at most.';
    expect((await run()).output).not.toContain(warning);
    const { output } = await run(20 * 60 + 1);
    expect(output).toMatch(/^== \.ci\/run took 20 min \d+ s$/m);
    expect(output).toContain(warning);
    expect(output.trimEnd().split('\n').at(-1)).toBe('11 passed, 1 failed, 2 skipped');
  });

  it('ends at once when the installation fails, and leaves no half of a Temporal', async () => {
    write('builds', '');
    write('waits', 'ci');
    write('fails', 'ci');
    const running = run();
    await until(() => said().length === 2);
    rmSync(join(dir, 'waits'));
    const { code, output } = await running;
    expect([code, output.trimEnd().split('\n').at(-1)]).toEqual([1, '0 passed, 1 failed']);
    expect([left('cache/content-delivery'), left('tmp')]).toEqual([[], []]);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('leaves nothing behind after %s', async (signal) => {
    write('builds', '');
    write('waits', 'ci');
    const child = start();
    const closed = once(child, 'close');
    await until(() => said().length === 2);
    child.kill(signal);
    expect(await closed).toEqual([143, null]);
    expect([left('cache/content-delivery'), left('tmp')]).toEqual([[], []]);
  });
});
