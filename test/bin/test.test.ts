import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { evaluate, root } from '../support/programs';
import { useTempDir } from '../support/tempDir';
import { leastPatienceMs } from '../support/until';

const installed = `import { isInstalled } from './bin/local/servers/install.mjs';
  console.log(JSON.stringify(isInstalled(process.argv[1])));`;

describe('npm test', () => {
  const dir = useTempDir();
  const write = (name: string, content: object) => dir.write(name, JSON.stringify(content));
  it('installs when node_modules is missing or is not what the lock file says', async () => {
    const entry = (version: string, more = {}) => ({ version, integrity: `sha512-${version}`, ...more });
    write('package-lock.json', {
      packages: { '': {}, 'node_modules/a': entry('1.0.0'), 'node_modules/b': entry('2.0.0', { optional: true }) },
    });
    expect(await evaluate(installed, dir.path)).toBe(false);
    mkdirSync(dir.at('node_modules'));
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': entry('1.0.0') } });
    expect(await evaluate(installed, dir.path)).toBe(true);
    write('node_modules/.package-lock.json', { packages: { 'node_modules/a': entry('1.0.1') } });
    expect(await evaluate(installed, dir.path)).toBe(false);
  });

  it('ends before it begins, with the line that installs Chromium, where there is none', async () => {
    const isRoot = process.getuid?.() === 0;
    const options = { cwd: root, env: { PATH: dir.path }, timeout: leastPatienceMs };
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
    const [first, second] = [dir.at('first'), dir.at('second')];
    for (const file of [join(first, 'chromium', 'not a program'), join(second, 'google-chrome')]) {
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, '#!/bin/sh\n');
    }
    expect(await found({ PATH: second })).toHaveProperty('missing');
    const chrome = join(second, 'google-chrome');
    chmodSync(chrome, 0o755);
    expect(await found({ PATH: `${first}:${second}` })).toEqual({ path: chrome });
    expect(await found({ CHROMIUM_PATH: chrome })).toEqual({ path: chrome });
    for (const wrong of [first, dir.at('nowhere')])
      expect(await found({ PATH: second, CHROMIUM_PATH: wrong })).toEqual({
        missing: `CHROMIUM_PATH is no program: ${wrong}`,
      });
  });
});
