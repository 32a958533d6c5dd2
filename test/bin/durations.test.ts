import { readFileSync, rmSync } from 'node:fs';
import { evaluate } from '../support/programs';
import { useTempDir } from '../support/tempDir';

type Durations = Record<string, Record<string, number>>;

const sort = `import LongestFirst from './test/support/jest/sequencer.cjs';
  const [rootDir, counts, ...names] = process.argv.slice(1);
  if (counts !== '') process.env.TEST_COUNTS = counts;
  const tests = names.map((name) => ({ path: rootDir + '/test/' + name + '.test.ts' }));
  const sorted = new LongestFirst({ globalConfig: { rootDir }, contexts: [] }).sort(tests);
  console.log(JSON.stringify(sorted.map(({ path }) => path.slice((rootDir + '/test/').length, -'.test.ts'.length))));`;
const record = `import { recordDurations } from './bin/local/tests/durations.mjs';
  const [dir, counts, timings] = process.argv.slice(1);
  recordDurations(dir, counts, JSON.parse(timings));
  console.log('null');`;

describe('recorded durations', () => {
  const dir = useTempDir(({ write }) => {
    for (const name of ['quick', 'long', 'new', 'some.property']) write(`test/${name}.test.ts`, '');
  });
  const file = () => dir.at('test/durations.json');
  const read = () => JSON.parse(readFileSync(file(), 'utf8')) as Durations;
  const recordRun = async (counts: string, seconds: Record<string, number>, failed: readonly string[] = []) => {
    const timings = Object.entries(seconds).map(([name, took]) => ({
      path: `test/${name}.test.ts`,
      seconds: took,
      hasFailed: failed.includes(name),
    }));
    await evaluate(record, dir.path, counts, JSON.stringify(timings));
  };
  const order = async (counts: string, ...names: string[]) => evaluate<string[]>(sort, dir.path, counts, ...names);

  beforeEach(() => rmSync(file(), { force: true }));
  it('start the longest files first, and a file that nobody has timed before those', async () => {
    await recordRun('few', { quick: 0.5, long: 40, 'some.property': 3 });
    expect(await order('few', 'quick', 'some.property', 'new', 'long')).toEqual([
      'new',
      'long',
      'some.property',
      'quick',
    ]);
    expect(await order('', 'quick', 'long')).toEqual(['long', 'quick']);
  });

  it('keep the order that jest gives while there are none', async () => {
    expect(await order('few', 'quick', 'long', 'new')).toEqual(['quick', 'long', 'new']);
  });

  it('are those of the same kind of run, else those of another', async () => {
    await recordRun('few', { 'some.property': 1, long: 40 });
    await recordRun('full', { 'some.property': 90 });
    expect(await order('full', 'long', 'some.property')).toEqual(['some.property', 'long']);
    expect(await order('few', 'some.property', 'long')).toEqual(['long', 'some.property']);
    expect(await order('sample', 'quick', 'long', 'some.property')).toEqual(['quick', 'some.property', 'long']);
  });

  it('are replaced by those of the next whole run, and those of files that are gone vanish', async () => {
    await recordRun('full', { 'some.property': 90, gone: 5 });
    await recordRun('few', { quick: 1, long: 1 });
    await recordRun('few', { quick: 2.04, 'some.property': 1.06, gone: 3 });
    expect(read()).toEqual({
      few: { 'test/quick.test.ts': 2, 'test/some.property.test.ts': 1.1 },
      full: { 'test/some.property.test.ts': 90 },
    });
  });

  it('stay as they are of a file that failed', async () => {
    await recordRun('few', { long: 40 });
    await recordRun('few', { long: 2, quick: 1, 'some.property': 3 }, ['long', 'some.property']);
    expect(read()).toEqual({ few: { 'test/long.test.ts': 40, 'test/quick.test.ts': 1 } });
  });

  it('are sorted, so that a change of one is a change of one line', async () => {
    await recordRun('sample', { quick: 1 });
    await recordRun('few', { quick: 1, long: 2 });
    expect(Object.keys(read())).toEqual(['few', 'sample']);
    expect(Object.keys(read()['few'] ?? {})).toEqual(['test/long.test.ts', 'test/quick.test.ts']);
  });
});
