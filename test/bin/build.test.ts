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

const index = `# Documents

## For callers

- [rules.md](rules.md): the rules (generated)
- [changes](a.changes.md): of releases
- [upload](guides/upload.md): send a file

## For operators

- [runbook](runbook.md): what to do
`;
const page = `# Rules

[Upload](guides/upload.md#top), [the document](openapi.json), [tus](https://tus.io), [below](#more), [why](decisions/1.md), and
![a picture of it](screenshots/it.png).
`;
const served = `# Rules

[Upload](guides/upload.md#top), [the document](../openapi.json), [tus](https://tus.io), [below](#more), why, and
a picture of it.
`;

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
    dir.write('docs/README.md', index);
    dir.write('docs/rules.md', page);
    dir.write('docs/guides/upload.md', '# Upload\n');
    await build();
  });
  it('has nothing to do until a source changes, whatever else has been written between the sources', async () => {
    dir.write('bench/results/figures.jsonl', '{}');
    expect(await build()).toBe('unchanged');
  });

  it('collects the pages for callers, with links to one another and outside, and is made again when one changes', async () => {
    const pages = () => JSON.parse(read('dist/callerPages.json')) as unknown;
    const upload = { path: 'guides/upload.md', name: 'upload', about: 'send a file', text: '# Upload\n' };
    expect(pages()).toEqual([{ path: 'rules.md', name: 'rules.md', about: 'the rules', text: served }, upload]);

    dir.write('docs/runbook.md', '# Of operators\n');
    expect(await build()).toBe('unchanged');
    dir.write('docs/guides/upload.md', '# Upload a file\n');
    expect(await build()).toBe('built');
    expect(pages()).toEqual([expect.anything(), { ...upload, text: '# Upload a file\n' }]);
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
