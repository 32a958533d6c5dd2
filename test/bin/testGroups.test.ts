import { readFileSync } from 'node:fs';
import { evaluate } from '../support/programs';
import { useTempDir } from '../support/tempDir';

const all = `import * as groups from './bin/local/tests/testGroups.mjs';
  const [root, dir, given] = process.argv.slice(1);`;
const form = `${all} const files = groups.listTests(root, /(?<!\\.deep|\\.full)\\.test\\.ts$/);
  const formed = groups.groupFiles({ root, dir, files, recorded: JSON.parse(given) });
  console.log(JSON.stringify(formed));`;
const split = `${all} const { report, of } = JSON.parse(given);
  console.log(JSON.stringify(groups.withoutGroups(report, of, root).testResults));`;

interface Formed {
  groups: Record<string, string[]>;
  alone: string[];
  seconds: Record<string, number>;
}

describe('the groups of short test files', () => {
  const dir = useTempDir();
  const contents: Record<string, string> = {
    'test/models/mocks.test.ts': `jest.mock('./d');`,
    'test/models/world.test.ts': `import { it } from './world';`,
    'test/models/all.test.ts': `import { all } from '../all';`,
  };
  const formed = async (seconds: Record<string, number>) => {
    for (const file of Object.keys(seconds)) dir.write(file, contents[file] ?? '');
    dir.write('test/models/world.ts', 'export const { it } = useWorld();');
    dir.write('test/all/index.ts', `import { all } from '../../models/all';\nregisterMore(all);\n`);
    dir.write('models/all.ts', '');
    for (const file of ['test/new.test.ts', 'test/long.deep.test.ts', 'test/other.full.test.ts', 'test/support/no.ts'])
      dir.write(file, '');
    return evaluate<Formed>(form, dir.path, dir.at('groups'), JSON.stringify(seconds));
  };

  it('are formed by folder, of files that are known to be short', async () => {
    const api = {
      'test/api/a.test.ts': 40,
      'test/api/b/c.test.ts': 40,
      'test/api/b/d.test.ts': 40,
      'test/api/e.test.ts': 40,
    };
    const models = {
      'test/models/all.test.ts': 1,
      'test/models/d.test.ts': 1,
      'test/models/long.test.ts': 46,
      'test/models/mocks.test.ts': 1,
      'test/models/world.test.ts': 1,
    };
    const { groups, alone, seconds } = await formed({ ...api, ...models });
    expect(groups).toEqual({
      [dir.at('groups/test-api-1.test.ts')]: ['test/api/a.test.ts', 'test/api/b/c.test.ts', 'test/api/b/d.test.ts'],
      [dir.at('groups/test-api-2.test.ts')]: ['test/api/e.test.ts'],
      [dir.at('groups/test-models-more-3.test.ts')]: ['test/models/all.test.ts'],
      [dir.at('groups/test-models-4.test.ts')]: ['test/models/d.test.ts'],
    });
    expect(alone).toEqual([
      'test/models/long.test.ts',
      'test/models/mocks.test.ts',
      'test/models/world.test.ts',
      'test/new.test.ts',
    ]);
    expect(Object.values(seconds)).toEqual([120, 40, 1, 1]);
    expect(readFileSync(dir.at('groups/test-models-4.test.ts'), 'utf8')).toBe(
      `describe("test/models/d.test.ts", () => void require(${JSON.stringify(dir.at('test/models/d.test.ts'))}));\n`,
    );
  });

  it('are reported as if each file had run by itself', async () => {
    const result = (file: string, status: string, duration: number | null) => ({
      status,
      duration,
      ancestorTitles: [file, 'a part'],
      fullName: `${file} a part does`,
      failureMessages: status === 'failed' ? ['why'] : [],
    });
    const members = ['test/a.test.ts', 'test/b.test.ts'];
    const whole = { name: '/groups/1.test.ts', status: 'failed', message: 'a message', startTime: 1000, endTime: 9000 };
    const results = [
      result(members[0]!, 'passed', 200),
      result(members[0]!, 'pending', null),
      result(members[1]!, 'failed', 50),
    ];
    const alone = { ...whole, name: '/checkout/test/c.test.ts', assertionResults: [] };
    const unread = { ...whole, name: '/groups/2.test.ts', assertionResults: [] };
    const reported = await evaluate<object[]>(
      split,
      '/checkout',
      '',
      JSON.stringify({
        report: { testResults: [{ ...whole, assertionResults: results }, alone, unread] },
        of: { [whole.name]: members, [unread.name]: ['test/d.test.ts'] },
      }),
    );
    expect(reported).toMatchObject([
      { name: '/checkout/test/a.test.ts', status: 'passed', startTime: 1000, endTime: 1200 },
      {
        name: '/checkout/test/b.test.ts',
        status: 'failed',
        endTime: 1050,
        assertionResults: [{ fullName: 'a part does' }],
      },
      alone,
      unread,
    ]);
  });
});
