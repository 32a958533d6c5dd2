import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { evaluate, root } from '../support/programs';
import { useTempDir } from '../support/tempDir';
import { until } from '../support/until';

const code = `import { build } from './bin/local/build/build.mjs';
  import { createProcesses } from './bin/local/servers/processes.mjs';
  const result = build({ processes: createProcesses(), root: process.argv[1] });
  console.log(JSON.stringify(await result.catch((error) => ({ error: error.message }))));`;

/** Takes its time once the file "wait" is there, and says that it does. */
const bundle = `import { existsSync, writeFileSync } from 'node:fs';
  import { join } from 'node:path';
  const root = process.cwd();
  if (existsSync(join(root, 'wait'))) writeFileSync(join(root, 'waits'), '');
  const watch = setInterval(() => {
    if (existsSync(join(root, 'wait'))) return;
    clearInterval(watch);
    writeFileSync(join(__dirname, '..', 'workflowBundle.js'), require('../domain/answer.js').answer);
  }, 20);`;

describe('a build', () => {
  const dir = useTempDir();
  const isThere = (name: string) => existsSync(dir.at(name));
  const read = (name: string) => readFileSync(dir.at(name), 'utf8');
  const build = async () => evaluate<unknown>(code, dir.path);

  beforeAll(async () => {
    symlinkSync(join(root, 'node_modules'), dir.at('node_modules'));
    const compilerOptions = { module: 'nodenext', target: 'es2023', types: ['node'], rootDir: '.', outDir: 'dist' };
    dir.write('tsconfig.json', JSON.stringify({ compilerOptions, include: ['bin', 'domain', 'bench'] }));
    dir.write('tsconfig.build.json', JSON.stringify({ extends: './tsconfig.json' }));
    const name = { name: 'answers', version: '1.0.0' };
    dir.write('package.json', JSON.stringify(name));
    dir.write('package-lock.json', JSON.stringify({ ...name, lockfileVersion: 3, packages: { '': name } }));
    dir.write('bin/bundle.ts', bundle);
    dir.write('bench/gone.ts', 'export {};');
    dir.write('domain/answer.ts', `export const answer: string = 'first';`);
    await build();
  });
  it('has nothing to do until a source changes, whatever else has been written between the sources', async () => {
    dir.write('bench/results/figures.jsonl', '{}');
    expect(await build()).toBe('unchanged');
  });

  it('leaves what is built as it is when it fails', async () => {
    dir.write('domain/answer.ts', `export const answer: string = 2;`);
    expect(await build()).toMatchObject({ error: expect.stringContaining('domain/answer.ts') });
    expect(read('dist/domain/answer.js')).toContain('first');
    expect(read('dist/workflowBundle.js')).toBe('first');
  });

  it('lets processes start from the old until the new is whole, and leaves nothing of the old', async () => {
    dir.write('domain/answer.ts', `export const answer: string = 'second';`);
    rmSync(dir.at('bench/gone.ts'));
    dir.write('wait', '');
    const building = build();
    await until(() => isThere('waits'));
    expect(read('dist/domain/answer.js')).toContain('first');
    expect(read('dist/workflowBundle.js')).toBe('first');
    rmSync(dir.at('wait'));
    expect(await building).toBe('built');
    expect(read('dist/domain/answer.js')).toContain('second');
    expect(read('dist/workflowBundle.js')).toBe('second');
    expect(isThere('dist/bench/gone.js')).toBe(false);
    expect(isThere('dist.draft')).toBe(false);
    expect(await build()).toBe('unchanged');
  });
});
