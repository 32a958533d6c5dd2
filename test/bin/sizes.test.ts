import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluate } from '../support/programs';

const pure = join(__dirname, '../../domain/assignment');

it('counts the files and lines of each room', async () => {
  const lines = await evaluate<string[]>(
    "import { sizes } from './bin/local/tests/sizes.mjs'; console.log(JSON.stringify(sizes(process.cwd())));",
  );
  const counted = lines.map((line) => /^(.+): (\d+) files of (\d+) lines/.exec(line)!.slice(1));
  expect(counted.map(([name]) => name)).toEqual(['the life of an assignment', 'the verbs of assignments']);
  const files = readdirSync(pure).map((name) => readFileSync(join(pure, name), 'utf8'));
  expect(Number(counted[0]![1])).toBeGreaterThan(files.length);
  expect(Number(counted[0]![2])).toBeGreaterThan(files.reduce((sum, text) => sum + text.split('\n').length, 0));
});
