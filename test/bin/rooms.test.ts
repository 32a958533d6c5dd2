import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../support/programs';
import { useTempDir } from '../support/tempDir';

const folder = useTempDir();

/** The faults of a checkout with these files. */
function faultsOf(files: Record<string, string>): string[] {
  const checkout = join(folder.path, String(Math.random()));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(checkout, file)), { recursive: true });
    writeFileSync(join(checkout, file), text);
  }
  execFileSync('git', ['init', '--quiet', checkout]);
  const code = `import { roomFaults } from './bin/rooms.mjs'; console.log(JSON.stringify(roomFaults(process.argv[1])));`;
  const args = ['--input-type=module', '-e', code, checkout];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' })) as string[];
}

const importing = (...names: string[]): string => names.map((name) => `import { thing } from '${name}';\n`).join('');

describe('the rooms of a folder', () => {
  it('may import one another in one direction, at any depth', () => {
    const files = {
      'lib/one/a.ts': importing('../other/b', '../top'),
      'lib/one/deep/c.ts': importing('../a', '../../other/b'),
      'lib/other/b.ts': importing('../top'),
      'lib/top.ts': '',
      'api/a.ts': importing('../lib/one/a'),
    };
    expect(faultsOf(files)).toEqual([]);
  });

  it.each<[what: string, files: Record<string, string>, rooms: string]>([
    [
      'two folders, by files that are in no circle',
      {
        'lib/one/a.ts': importing('../other/b'),
        'lib/other/b.ts': '',
        'lib/other/c.ts': importing('../one/d'),
        'lib/one/d.ts': '',
      },
      'lib/ has rooms that import one another: one, other',
    ],
    [
      'a folder and a file beside it, by types alone',
      {
        'api/one/a.ts': "import type { T } from '../b';\n",
        'api/b.ts': "export type { T } from './one/c';\n",
        'api/one/c.ts': '',
      },
      'api/ has rooms that import one another: b.ts, one',
    ],
    [
      'three, the last by a late import, deep down',
      {
        'api/x/one/a.ts': importing('../two'),
        'api/x/two/index.ts': importing('../three/c'),
        'api/x/three/c.ts': "export const late = async () => import('../one/d');\n",
        'api/x/one/d.ts': '',
      },
      'api/x/ has rooms that import one another: one, three, two',
    ],
  ])('may not import one another in a circle: %s', (_what, files, rooms) => {
    const [fault = '', ...others] = faultsOf(files);
    expect(fault.split('\n')[0]).toBe(rooms);
    expect(others).toEqual([]);
  });

  it('are small: a folder has 25 files of code at most', () => {
    const files = (count: number): Record<string, string> =>
      Object.fromEntries(Array.from({ length: count }, (_, nth) => [`lib/${nth}.ts`, '']));
    expect(faultsOf({ ...files(25), 'lib/page.md': '' })).toEqual([]);
    expect(faultsOf(files(26))).toEqual(['lib/ has 26 files of code, and may have 25']);
  });
});
