import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { evaluate, root } from '../support/programs';
import { leastPatienceMs } from '../support/until';

interface Request {
  isWhole: boolean;
  hasAll: boolean;
  isRecording: boolean;
  jestArguments: string[];
  ofKind: string[];
  environment: Record<string, string>;
  repeat: string;
}

const seedOf = `import { readRequest } from './bin/local/tests/testKinds.mjs';
  try { readRequest([], process.argv[1]); console.log('null') } catch (error) { console.log(JSON.stringify(error.message)) }`;

const read = `import { readRequest, repeatLine, testEnvironment } from './bin/local/tests/testKinds.mjs';
  const request = readRequest(process.argv.slice(1), '42');
  const { kind, ...rest } = request;
  console.log(JSON.stringify({
    ...rest, ofKind: kind.jestArguments, environment: testEnvironment(request), repeat: repeatLine(request),
  }));`;

/** The words behind `exec node bin/test.mjs` in a script of package.json. */
function wordsOf(script: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  return (scripts[script] ?? '').split(' ').slice(3);
}

/** The request of the script with these words added. */
const request = async (script: string, ...more: string[]) => evaluate<Request>(read, '--', ...wordsOf(script), ...more);

describe('the three runs of the tests', () => {
  it.each([
    ['test', 'few', 'npm test'],
    ['test:deep', 'sample', 'npm run test:deep'],
    ['test:full', 'full', 'npm run test:full'],
  ])('%s has the counts "%s", and %s with its seed repeats it', async (script, counts, line) => {
    const { environment, isWhole, isRecording, repeat } = await request(script);
    expect(environment).toMatchObject({ TEST_COUNTS: counts, TEST_SEED: '42' });
    expect([isWhole, isRecording]).toEqual([true, false]);
    expect(repeat).toBe(`TEST_SEED=42 ${line}`);
  });

  it('are of all files, of the long ones, and of the long ones with those of other programs and the properties', async () => {
    const [few, deep, full] = await Promise.all(['test', 'test:deep', 'test:full'].map(async (name) => request(name)));
    expect(few?.ofKind).toEqual([]);
    expect(deep?.ofKind).toContain('--testMatch=**/*.deep.test.ts');
    expect(full?.ofKind).toContain('--testMatch=**/*.{deep,full,property}.test.ts');
  });

  it.each(['', 'abc', '1.5', '-3', '0x10'])('refuse a seed that is no whole number: "%s"', async (seed) => {
    expect(await evaluate(seedOf, '--', seed)).toBe(`TEST_SEED must be a whole number: ${seed}`);
  });

  it('hand the words that are not theirs to jest, and name them in the line that repeats the run', async () => {
    const { jestArguments, isWhole, repeat } = await request('test:deep', 'test/models', '-t', "it's so");
    expect(jestArguments).toEqual(['test/models', '-t', "it's so"]);
    expect(isWhole).toBe(false);
    expect(repeat).toBe(`TEST_SEED=42 npm run test:deep -- test/models -t 'it'\\''s so'`);
  });

  it('have all files, long ones too, with --all and where they record durations', async () => {
    const [some, all, recording] = await Promise.all([
      request('test'),
      request('test', '--all'),
      request('test', '--record-durations'),
    ]);
    expect([some.hasAll, all.hasAll, recording.hasAll]).toEqual([false, true, true]);
    expect(all).toMatchObject({ jestArguments: [], isWhole: true, repeat: 'TEST_SEED=42 npm test -- --all' });
  });

  it('record durations only when they are whole', async () => {
    const { isRecording, isWhole, jestArguments } = await request('test', '--record-durations');
    expect([isRecording, isWhole, jestArguments]).toEqual([true, true, []]);
    const part = ['bin/test.mjs', '--record-durations', 'test/models'];
    await expect(
      promisify(execFile)(process.execPath, part, { cwd: root, timeout: leastPatienceMs }),
    ).rejects.toMatchObject({
      code: 1,
      stdout: '\n--record-durations needs a whole run: leave out test/models\n0 passed, 1 failed\n',
    });
  });
});
